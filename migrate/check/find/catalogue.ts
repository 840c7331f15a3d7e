// Made by `deno task sync:docs`.

/** The version of this package. */
export const VERSION = "0.1.0";

/** The entries below `@latchkey/auth/providers`. */
export const PROVIDERS: readonly string[] =
  "42-school airtable amazon amazon-ses anilist apple asana asgardeo atlassian auth0 authelia authentik autodesk azure-ad azure-ad-b2c bankid-no battlenet beyondidentity bitbucket box boxyhq-saml brevo bungie casdoor clerk click-up clickup codeberg cognito coinbase concept2 credentials descope digitalocean dingtalk discord donation-alerts donationalerts dribbble dropbox duende duende-identity-server6 epic-games epicgames etsy eventbrite eveonline facebook faceit feishu figma forgejo forwardemail foursquare freshbooks frontegg fusionauth gitea github gitlab google gumroad heroku hubspot huggingface hydra identity-server4 instagram intuit jumpcloud kakao keycloak kick kinde lark lichess line linear linkedin livechat login-gov logto loops mailchimp mailchimp-transactional mailersend mailgun mailjet mailru mastodon mattermost mercadolibre mercadopago microsoft microsoft-entra-external-id microsoft-entra-id monday myanimelist naver netlify netsuite nextcloud nodemailer notion oidc okta onelogin ory ory-hydra ory-polis osu passkey patreon paybin paypal ping-id pinterest pipedrive plunk pocket-id polar postmark qq quickbooks railway reddit resend riotgames roblox sailpoint salesforce sendgrid seznam shikimori simplelogin slack soundcloud sparkpost spotify startgg strava supabase synology telegram threads tiktok tiltify todoist trakt tumblr twitch twitter united-effects vercel vimeo vipps vipps-mobilepay vk webauthn webex wechat weibo wikimedia withings wordpress workos x xero xsuaa yahoo yahoo-japan yandex zeptomail zitadel zoho zoom"
    .split(" ");
