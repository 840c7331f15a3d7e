/**
 * Sign-in with ZITADEL.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * ZITADEL. `issuer` (or `AUTH_ZITADEL_ISSUER`) is the URL of the instance, such
 * as `https://my-instance.us1.zitadel.cloud`.
 *
 * An administrator there can mark any address as verified. With an instance or
 * organization that you do not control, leave
 * `allowDangerousEmailAccountLinking` off: it would let that administrator sign
 * in as any user of your application.
 *
 * 1. In a project, create a web application with the method "Code". One with
 *    the method "PKCE" has no secret: set
 *    `client: { token_endpoint_auth_method: "none" }`.
 * 2. Add the callback URL to the redirect URIs. For `http://localhost`, switch
 *    the development mode on.
 * 3. Copy the client ID and the client secret, which is shown once.
 *
 * @see https://zitadel.com/docs/apis/openidoauth/endpoints
 *
 * @example
 * ```ts
 * import { Zitadel } from "@latchkey/auth/providers/zitadel";
 *
 * // Client id and secret from AUTH_ZITADEL_ID and AUTH_ZITADEL_SECRET.
 * const providers = [
 *   Zitadel({ issuer: "https://my-instance.us1.zitadel.cloud" }),
 * ];
 * ```
 */
export const Zitadel: OidcFactory = defineOidc({
  id: "zitadel",
  name: "ZITADEL",
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 43_200, refresh: 2_592_000, rotates: true },
  backchannelLogout: true,
  style: { brandColor: "#000000" },
});

export default Zitadel;
