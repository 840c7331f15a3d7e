/**
 * Sign-in with authentik.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/authentik.ts";

/**
 * authentik. `issuer` (or `AUTH_AUTHENTIK_ISSUER`) is the issuer of the OAuth2
 * provider there, with its last slash, such as
 * `https://login.example.com/application/o/my-app/`. Addresses count as
 * unverified since version 2025.10, unless the scope mapping of `email` says
 * otherwise.
 *
 * An administrator there can mark any address as verified. With a server that
 * you do not control, leave `allowDangerousEmailAccountLinking` off: it would
 * let that administrator sign in as any user of your application.
 *
 * Leave the "Subject mode" of the provider at the hashed id: a name or an
 * address can pass to another person.
 *
 * 1. In the admin interface, create an application with an "OAuth2/OpenID
 *    Provider", of the client type "Confidential".
 * 2. Add the callback URL to the redirect URIs, with the matching mode
 *    "Strict".
 * 3. Select a signing key: without one, ID tokens are signed with the client
 *    secret, and refused.
 * 4. Copy the client ID, the client secret and the issuer. For refresh tokens,
 *    add the scope mapping of `offline_access`.
 *
 * @see https://docs.goauthentik.io/add-secure-apps/providers/oauth2/
 *
 * @example
 * ```ts
 * import { Authentik } from "@latchkey/auth/providers/authentik";
 *
 * // Client id and secret from AUTH_AUTHENTIK_ID and AUTH_AUTHENTIK_SECRET.
 * const providers = [
 *   Authentik({
 *     issuer: "https://login.example.com/application/o/my-app/",
 *   }),
 * ];
 * ```
 */
export const Authentik: OidcFactory = defineOidc({
  id: "authentik",
  name: "authentik",
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 300, refresh: 2_592_000, rotates: true },
  backchannelLogout: true,
  style: { brandColor: "#fd4b2d", logo },
});

export default Authentik;
