// Made by `deno task sync:docs`.

/** The version of the library. */
export const VERSION = "0.1.0";

/** The entries below `@latchkey/auth/providers`. */
export const PROVIDERS: readonly string[] =
  "42-school airtable amazon amazon-ses anilist apple arcgis asana asgardeo atlassian auth0 authelia authentik autodesk azure-ad azure-ad-b2c baidu bankid-no battlenet beyondidentity bitbucket box boxyhq-saml brevo buffer bungie casdoor clerk click-up clickup codeberg cognito coinbase concept2 credentials dailymotion descope deviantart digitalocean dingtalk discord disqus docusign donation-alerts donationalerts dribbble dropbox duende duende-identity-server6 epic-games epicgames etsy eventbrite eveonline facebook faceit feishu figma forgejo forwardemail foursquare freshbooks frontegg fusionauth gitea github gitlab google gumroad harvest heroku hubspot huggingface hydra identity-server4 instagram intuit jumpcloud kakao keycloak kick kinde lark lichess line linear linkedin livechat login-gov logto loops mailchimp mailchimp-transactional mailersend mailgun mailjet mailru mastodon mattermost meetup mercadolibre mercadopago microsoft microsoft-entra-external-id microsoft-entra-id monday myanimelist naver netlify netsuite nextcloud nodemailer notion oidc okta onelogin openstreetmap orcid ory ory-hydra ory-polis osu passkey password patreon paybin paypal ping-id pinterest pipedrive plunk pocket-id podio polar postmark qq quickbooks railway reddit resend riotgames roblox sailpoint salesforce sendgrid seznam shikimori shopify simplelogin slack snapchat soundcloud sparkpost spotify stack-exchange startgg strava supabase synology telegram threads tiktok tiltify todoist trakt tumblr twitch twitter uber united-effects vercel vimeo vipps vipps-mobilepay vk webauthn webex wechat weibo wikimedia withings wordpress workos x xero xsuaa yahoo yahoo-japan yandex zendesk zeptomail zitadel zoho zoom"
    .split(" ");

/** Options of Auth.js that have no effect here, and the change to make. */
export const FORMER_OPTIONS: Readonly<Record<string, string>> = {
  "database": "write `adapter`, with an adapter of `@latchkey/auth/adapters`",
  "session.jwt": 'write `session: { strategy: "jwt" }`',
  "jwt.encryption": "remove it, sessions are always encrypted",
  "jwt.signingKey": "remove it, `secret` is the only key",
  "jwt.encryptionKey": "remove it, `secret` is the only key",
  "jwt.verificationOptions": "remove it",
  "jwt.decryptionOptions": "remove it",
  "callbacks.authorized": "write `auth.require(request)` in the route",
};

/** Options of a provider, likewise. */
export const FORMER_PROVIDER_OPTIONS: Readonly<Record<string, string>> = {
  "requestTokenUrl": "there is no OAuth 1, use the provider's OAuth 2",
  "scope": 'write `authorization: { params: { scope: "…" } }`',
  "authorizationUrl": 'write `authorization: "…"`',
  "accessTokenUrl": 'write `token: "…"`',
  "profileUrl": 'write `userinfo: "…"`',
  "httpOptions": "write `providerTimeout` (seconds) beside `providers`",
};
