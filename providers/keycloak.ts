/**
 * Sign-in with Keycloak.
 *
 * @module
 */

import {
  defineOidc,
  type ProviderFactory,
} from "../core/providers/definition/define.ts";
import type { OIDCConfig } from "../core/providers/oauth/oauth_config.ts";
import { logo } from "./logos/keycloak.ts";

/**
 * Keycloak. `issuer` (or `AUTH_KEYCLOAK_ISSUER`) is the URL of the realm, such
 * as `https://login.example.com/realms/my-realm`; before version 17, `/auth`
 * comes before `/realms`.
 *
 * An administrator there can mark any address as verified. With a server or
 * realm that you do not control, leave `allowDangerousEmailAccountLinking` off:
 * it would let that administrator sign in as any user of your application.
 *
 * 1. In the admin console, choose the realm, and create a client of the type
 *    "OpenID Connect".
 * 2. Switch "Client authentication" and "Standard flow" on. A client without
 *    authentication is public: set
 *    `client: { token_endpoint_auth_method: "none" }`.
 * 3. Add the callback URL to the "Valid redirect URIs".
 * 4. The client id is the one that you chose; copy the client secret under
 *    "Credentials".
 *
 * @see https://www.keycloak.org/securing-apps/oidc-layers
 *
 * @example
 * ```ts
 * import { Keycloak } from "@latchkey/auth/providers/keycloak";
 *
 * const providers = [
 *   Keycloak({ issuer: "https://login.example.com/realms/my-realm" }),
 * ];
 * ```
 */
export const Keycloak: ProviderFactory<OIDCConfig, object> = defineOidc(() => ({
  id: "keycloak",
  name: "Keycloak",
  tokens: { access: 300, refresh: 1800, rotates: false },
  backchannelLogout: true,
  style: { brandColor: "#4d4d4d", logo },
}));

export default Keycloak;
