/**
 * Sign-in with Authelia.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";

/**
 * Authelia. `issuer` (or `AUTH_AUTHELIA_ISSUER`) is the URL of the
 * installation. A refresh token requires the client's grant type
 * `refresh_token` and scope `offline_access` in the server's configuration.
 *
 * It says of every address that it is verified, whatever the user directory
 * contains, so none counts as verified. If the directory is yours, and its
 * addresses are proved, set `emailTrust: "claim"`.
 *
 * The id of a user is kept by login name. If an administrator deletes a user
 * and gives the name to another person, delete the server's identifier of that
 * user first (`authelia storage user identifiers`).
 *
 * @see https://www.authelia.com/integration/openid-connect/introduction/
 *
 * @example
 * ```ts
 * import { Authelia } from "@latchkey/auth/providers/authelia";
 *
 * // Client id and secret from AUTH_AUTHELIA_ID and AUTH_AUTHELIA_SECRET.
 * const providers = [Authelia({ issuer: "https://auth.example.com" })];
 * ```
 */
export const Authelia: OidcFactory = defineOidc({
  id: "authelia",
  name: "Authelia",
  emailTrust: "unverified",
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 3600, refresh: 5400, rotates: true },
  style: { brandColor: "#113155" },
});

export default Authelia;
