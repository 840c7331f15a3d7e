/**
 * Sign-in with Ping Identity (PingOne).
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Ping Identity (PingOne). `issuer` (or `AUTH_PING_ID_ISSUER`) is the URL of
 * the environment, `https://auth.pingone.com/<environment id>/as`, with the
 * domain of your region: `.com`, `.eu`, `.ca`, `.com.au` or `.sg`. Refresh
 * tokens must be switched on in the application.
 *
 * No public statement says that its addresses are proved, so they do not count
 * as verified. If those of your environment are, set `emailTrust: "claim"`.
 *
 * Leave the attribute `sub` mapped to the user id: a name or an address can
 * pass to another person.
 *
 * @see https://docs.pingidentity.com/pingone/
 *
 * @example
 * ```ts
 * import { PingId } from "@latchkey/auth/providers/ping-id";
 *
 * // Client id and secret from AUTH_PING_ID_ID and AUTH_PING_ID_SECRET.
 * const providers = [
 *   PingId({
 *     issuer:
 *       "https://auth.pingone.eu/11111111-2222-3333-4444-555555555555/as",
 *   }),
 * ];
 * ```
 */
export const PingId: OidcFactory = defineOidc({
  id: "ping-id",
  name: "Ping Identity (PingOne)",
  emailTrust: "unverified",
  tokens: { access: 3600, refresh: 2_592_000, rotates: true },
  style: { brandColor: "#b3282d" },
});

export default PingId;
