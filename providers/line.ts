import { defineOidc, type OidcFactory } from "../core/providers/define.ts";
import { logo } from "./logos/line.ts";

/**
 * LINE. Create a LINE Login channel in the LINE Developers Console, and add the
 * callback URL under "LINE Login". It returns an e-mail address only if the
 * channel has the permission for it, under "Basic settings". For one channel
 * per country, list the provider several times with different ids.
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
