/**
 * Sign-in with Vipps MobilePay.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Vipps MobilePay. Activate the Login API for a sales unit in the portal, and
 * add the callback URL there. For the test environment, `issuer` (or
 * `AUTH_VIPPS_ISSUER`) is
 * `https://apitest.vipps.no/access-management-1.0/access/`.
 *
 * @see https://developer.vippsmobilepay.com/docs/APIs/login-api/
 *
 * @example
 * ```ts
 * import { Vipps } from "@latchkey/auth/providers/vipps";
 *
 * // Client id and secret from AUTH_VIPPS_ID and AUTH_VIPPS_SECRET.
 * const providers = [Vipps];
 * ```
 */
export const Vipps: OidcFactory = defineOidc({
  id: "vipps",
  name: "Vipps MobilePay",
  placeholders: {
    issuer: "https://api.vipps.no/access-management-1.0/access/",
  },
  issuer: "{issuer}",
  authorization: { params: { scope: "openid name email" } },
  tokens: { access: 3600 },
  style: { brandColor: "#ff5b24" },
});

export default Vipps;
