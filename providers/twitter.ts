/**
 * Sign-in with X, formerly Twitter.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/twitter.ts";

/** The members of X's user object that the definition reads. */
export type TwitterProfile = {
  id: string;
  name?: string;
  confirmed_email?: string;
  profile_image_url?: string;
};

/**
 * X, formerly Twitter. An application that needs no e-mail address sets the
 * scope to `users.read tweet.read`, and the userinfo parameter `user.fields` to
 * `profile_image_url`. The API is billed by use: each sign-in reads the user
 * once.
 *
 * 1. In the developer console (console.x.com), buy credits, create an app, and
 *    set up user authentication.
 * 2. Choose a web app (a confidential client), and enter the callback URL: X
 *    refuses `localhost`, so use `http://127.0.0.1` during development. Switch
 *    "Request email from users" on, which needs the URLs of your terms and of
 *    your privacy policy.
 * 3. Copy the client ID and the client secret of OAuth 2.0. The API key and its
 *    secret are those of OAuth 1.0a, which is another protocol.
 *
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
 *
 * @example
 * ```ts
 * import { Twitter } from "@latchkey/auth/providers/twitter";
 *
 * // Client id and secret from AUTH_TWITTER_ID and AUTH_TWITTER_SECRET.
 * const providers = [Twitter];
 * ```
 */
export const Twitter: OAuthFactory<object, TwitterProfile> = defineOAuth({
  id: "twitter",
  name: "X (Twitter)",
  authorization:
    "https://x.com/i/oauth2/authorize?scope=users.read+tweet.read+users.email",
  token: "https://api.x.com/2/oauth2/token",
  userinfo: {
    url: "https://api.x.com/2/users/me",
    params: { "user.fields": "profile_image_url,confirmed_email" },
    root: "data",
  },
  client: { token_endpoint_auth_method: "client_secret_basic" },
  profile: { email: "confirmed_email", image: "profile_image_url" },
  emailTrust: "always",
  refresh: { scopes: ["offline.access"] },
  tokens: { access: 7200, rotates: true },
  revocation: "https://api.x.com/2/oauth2/revoke",
  style: { brandColor: "#000000", logo },
});

export default Twitter;
