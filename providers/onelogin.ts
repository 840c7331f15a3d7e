/**
 * Sign-in with OneLogin.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * OneLogin. `issuer` (or `AUTH_ONELOGIN_ISSUER`) is the URL of the account with
 * `/oidc/2`. Add an "OpenId Connect (OIDC)" application in the administration,
 * and set its token endpoint to "Basic" under "SSO".
 *
 * No public statement says that its addresses are proved, so they do not count
 * as verified. If those of your account are, and it sends `email_verified`, set
 * `emailTrust: "claim"`.
 *
 * @see https://developers.onelogin.com/openid-connect
 *
 * @example
 * ```ts
 * import { OneLogin } from "@latchkey/auth/providers/onelogin";
 *
 * // Client id and secret from AUTH_ONELOGIN_ID and AUTH_ONELOGIN_SECRET.
 * const providers = [
 *   OneLogin({ issuer: "https://example.onelogin.com/oidc/2" }),
 * ];
 * ```
 */
export const OneLogin: OidcFactory = defineOidc({
  id: "onelogin",
  name: "OneLogin",
  emailTrust: "unverified",
  tokens: { access: 3600 },
  style: { brandColor: "#1c1f2a" },
});

export default OneLogin;
