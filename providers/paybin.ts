/**
 * Sign-in with Paybin.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Paybin.
 *
 * @experimental The definition, its metadata included, has not been confirmed
 * with the service.
 *
 * @see https://developers.paybin.io/knowledge-center/oidc
 *
 * @example
 * ```ts
 * import { Paybin } from "@latchkey/auth/providers/paybin";
 *
 * // Client id and secret from AUTH_PAYBIN_ID and AUTH_PAYBIN_SECRET.
 * const providers = [Paybin];
 * ```
 */
export const Paybin: OidcFactory = defineOidc({
  id: "paybin",
  name: "Paybin",
  issuer: "https://idp.paybin.io",
  client: { token_endpoint_auth_method: "client_secret_post" },
  emailTrust: "unverified",
  style: { brandColor: "#1f2a44" },
});

export default Paybin;
