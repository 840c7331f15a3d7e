import { defineOidc, type OidcFactory } from "../core/providers/define.ts";

/**
 * OneLogin. `issuer` (or `AUTH_ONELOGIN_ISSUER`) is the URL of the account with
 * `/oidc/2`. Add an "OpenId Connect (OIDC)" application in the administration,
 * and set its token endpoint to "Basic" under "SSO".
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
  tokens: { access: 3600 },
  style: { brandColor: "#1c1f2a" },
});

export default OneLogin;
