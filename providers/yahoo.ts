/**
 * Sign-in with Yahoo.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Yahoo. Create an app in the developer network, and select the OpenID Connect
 * permissions for e-mail address and profile. The redirect URI must be https,
 * even during development.
 *
 * @see https://developer.yahoo.com/sign-in-with-yahoo/
 *
 * @example
 * ```ts
 * import { Yahoo } from "@latchkey/auth/providers/yahoo";
 *
 * // Client id and secret from AUTH_YAHOO_ID and AUTH_YAHOO_SECRET.
 * const providers = [Yahoo];
 * ```
 */
export const Yahoo: OidcFactory = defineOidc({
  id: "yahoo",
  name: "Yahoo",
  issuer: "https://api.login.yahoo.com",
  emailTrust: "unverified",
  refresh: { repeat: ["redirect_uri"] },
  tokens: { access: 3600, rotates: false },
  revocation: "https://api.login.yahoo.com/oauth2/revoke",
  style: { brandColor: "#6001d2" },
});

export default Yahoo;
