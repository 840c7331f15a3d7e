/**
 * Sign-in with Beyond Identity.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Beyond Identity. `issuer` (or `AUTH_BEYONDIDENTITY_ISSUER`) is the issuer of
 * the application in the admin console, such as
 * `https://auth-us.beyondidentity.com/v1/tenants/TENANT/realms/REALM/applications/APP`.
 *
 * @see https://developer.beyondidentity.com/
 *
 * @example
 * ```ts
 * import { BeyondIdentity } from "@latchkey/auth/providers/beyondidentity";
 *
 * // Issuer, client id and secret from AUTH_BEYONDIDENTITY_ISSUER,
 * // AUTH_BEYONDIDENTITY_ID and AUTH_BEYONDIDENTITY_SECRET.
 * const providers = [BeyondIdentity];
 * ```
 */
export const BeyondIdentity: OidcFactory = defineOidc({
  id: "beyondidentity",
  name: "Beyond Identity",
  emailTrust: "unverified",
  style: { brandColor: "#5077c5" },
});

export default BeyondIdentity;
