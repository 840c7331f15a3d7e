/**
 * Sign-in with LINE.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/line.ts";

/**
 * LINE. For one channel per country, list the provider several times with
 * different ids.
 *
 * 1. In the LINE Developers Console, create a LINE Login channel, with the app
 *    type "Web app".
 * 2. Under "LINE Login", enter the callback URL.
 * 3. Under "Basic settings", apply for the permission to get e-mail addresses.
 *    Without it, there is none.
 * 4. The channel ID is the client id, the channel secret the client secret.
 *    Publish the channel, or only its developers can sign in.
 *
 * @see https://developers.line.biz/en/docs/line-login/integrate-line-login/
 *
 * @example
 * ```ts
 * import { Line } from "@latchkey/auth/providers/line";
 *
 * // Channel id and secret from AUTH_LINE_ID and AUTH_LINE_SECRET.
 * const providers = [Line];
 * ```
 */
export const Line: OidcFactory = defineOidc({
  id: "line",
  name: "LINE",
  issuer: "https://access.line.me",
  client: { token_endpoint_auth_method: "client_secret_post" },
  // The metadata names only ES256, which is for the native SDK.
  idTokenAlg: "HS256",
  emailTrust: "unverified",
  tokens: { access: 2_592_000, refresh: 7_776_000, rotates: false },
  revocation: "https://api.line.me/oauth2/v2.1/revoke",
  style: { brandColor: "#06c755", logo },
});

export default Line;
