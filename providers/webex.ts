/**
 * Sign-in with Webex.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The members of a person at Webex that the definition reads. */
export type WebexProfile = {
  id: string;
  displayName?: string;
  emails?: string[];
  avatar?: string;
};

/**
 * Webex. Create an integration on the developer site, with the scope
 * `spark:people_read` and the callback URL as a redirect URI.
 *
 * @see https://developer.webex.com/docs/login-with-webex
 *
 * @example
 * ```ts
 * import { Webex } from "@latchkey/auth/providers/webex";
 *
 * // Client id and secret from AUTH_WEBEX_ID and AUTH_WEBEX_SECRET.
 * const providers = [Webex];
 * ```
 */
export const Webex: OAuthFactory<object, WebexProfile> = defineOAuth({
  id: "webex",
  name: "Webex",
  authorization: "https://webexapis.com/v1/authorize?scope=spark:people_read",
  token: "https://webexapis.com/v1/access_token",
  userinfo: "https://webexapis.com/v1/people/me",
  profile: { name: "displayName", email: "emails.0", image: "avatar" },
  tokens: { access: 1_209_600, refresh: 7_776_000, rotates: false },
  style: { brandColor: "#00bceb" },
});

export default Webex;
