import { defineOidc, type OidcFactory } from "../core/providers/define.ts";

/**
 * Authelia. `issuer` (or `AUTH_AUTHELIA_ISSUER`) is the URL of the
 * installation. It says of every address that it is verified: an address is as
 * good as the user directory behind it. A refresh token requires the client's
 * grant type `refresh_token` and scope `offline_access` in the server's
 * configuration.
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
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 3600, refresh: 5400, rotates: true },
  style: { brandColor: "#113155" },
});

export default Authelia;
