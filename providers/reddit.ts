/**
 * Sign-in with Reddit.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/reddit.ts";

/** The members of Reddit's user object that the definition reads. */
export type RedditProfile = {
  id: string;
  name?: string;
  icon_img?: string;
};

/**
 * Reddit. It gives no e-mail address.
 *
 * 1. Request access to the Data API from Reddit: since November 2025, a new app
 *    needs its approval.
 * 2. Under "Preferences", "Apps", create an app of the type "web app".
 * 3. Enter the callback URL as the redirect URI; it takes one.
 * 4. The client id is the text below the name of the app, the secret the client
 *    secret.
 *
 * @see https://github.com/reddit-archive/reddit/wiki/OAuth2
 *
 * @example
 * ```ts
 * import { Reddit } from "@latchkey/auth/providers/reddit";
 *
 * // Client id and secret from AUTH_REDDIT_ID and AUTH_REDDIT_SECRET.
 * const providers = [Reddit];
 * ```
 */
export const Reddit: OAuthFactory<object, RedditProfile> = defineOAuth({
  id: "reddit",
  name: "Reddit",
  authorization: "https://www.reddit.com/api/v1/authorize?scope=identity",
  token: "https://www.reddit.com/api/v1/access_token",
  userinfo: {
    url: "https://oauth.reddit.com/api/v1/me",
    // Reddit throttles a name that many applications share.
    headers: { "user-agent": "web:{clientId}:latchkey" },
  },
  client: { token_endpoint_auth_method: "client_secret_basic" },
  checks: ["state"],
  profile: { email: null, image: (p) => p.icon_img?.split("?")[0] },
  refresh: { params: { duration: "permanent" } },
  tokens: { access: 86_400, rotates: false },
  revocation: "https://www.reddit.com/api/v1/revoke_token",
  appendsFragment: true,
  style: { brandColor: "#ff4500", logo },
});

export default Reddit;
