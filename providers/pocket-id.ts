import { defineOidc, type OidcFactory } from "../core/providers/define.ts";

/**
 * Pocket ID. `issuer` (or `AUTH_POCKET_ID_ISSUER`) is the URL of the server.
 * Add a client under "OIDC Clients", with the callback URL.
 *
 * An administrator there can mark any address as verified. With a server that
 * you do not control, leave `allowDangerousEmailAccountLinking` off: it would
 * let that administrator sign in as any user of your application.
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
  tokens: { access: 3600, refresh: 2_592_000, rotates: true },
  style: { brandColor: "#000000" },
});

export default PocketId;
