/**
 * Sign-in with Duende IdentityServer.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Duende IdentityServer, version 6 and later. `issuer` (or
 * `AUTH_DUENDE_IDENTITY_SERVER6_ISSUER`) is the URL of the server;
 * `https://demo.duendesoftware.com` is one for tests.
 *
 * An administrator there can mark any address as verified. With a server that
 * you do not control, leave `allowDangerousEmailAccountLinking` off: it would
 * let that administrator sign in as any user of your application.
 *
 * Its `sub` must never pass to another person, as the standard demands: a name
 * or an address can.
 *
 * @see https://docs.duendesoftware.com/identityserver/
 *
 * @example
 * ```ts
 * import { DuendeIdentityServer6 } from "@latchkey/auth/providers/duende-identity-server6";
 *
 * // Client id and secret from AUTH_DUENDE_IDENTITY_SERVER6_ID and
 * // AUTH_DUENDE_IDENTITY_SERVER6_SECRET.
 * const providers = [
 *   DuendeIdentityServer6({ issuer: "https://demo.duendesoftware.com" }),
 * ];
 * ```
 */
export const DuendeIdentityServer6: OidcFactory = defineOidc({
  id: "duende-identity-server6",
  name: "Duende IdentityServer",
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 3600, refresh: 2_592_000 },
  backchannelLogout: true,
  style: { brandColor: "#4c6fbf" },
});

export default DuendeIdentityServer6;
