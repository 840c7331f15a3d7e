/**
 * Sign-in with Pocket ID.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Pocket ID. `issuer` (or `AUTH_POCKET_ID_ISSUER`) is the URL of the server.
 * Add a client under "OIDC Clients", with the callback URL.
 *
 * Its administrator decides whether it calls all addresses verified, so none
 * counts as verified. If the server is yours, and its addresses are proved, set
 * `emailTrust: "claim"`. With `allowDangerousEmailAccountLinking`, that would
 * let the administrator of another server sign in as any user of your
 * application.
 *
 * @see https://pocket-id.org/docs/
 *
 * @example
 * ```ts
 * import { PocketId } from "@latchkey/auth/providers/pocket-id";
 *
 * // Client id and secret from AUTH_POCKET_ID_ID and AUTH_POCKET_ID_SECRET.
 * const providers = [PocketId({ issuer: "https://id.example.com" })];
 * ```
 */
export const PocketId: OidcFactory = defineOidc({
  id: "pocket-id",
  name: "Pocket ID",
  emailTrust: "unverified",
  tokens: { access: 3600, refresh: 2_592_000, rotates: true },
  style: { brandColor: "#000000" },
});

export default PocketId;
