/**
 * Sign-in with Okta.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/okta.ts";

/**
 * Okta. `issuer` (or `AUTH_OKTA_ISSUER`) is the URL of the organization
 * (`https://example.okta.com`) or of a custom authorization server
 * (`https://example.okta.com/oauth2/default`).
 *
 * An administrator there can mark any address as verified. With an organization
 * that you do not control, leave `allowDangerousEmailAccountLinking` off: it
 * would let that administrator sign in as any user of your application.
 *
 * 1. In the admin console, under "Applications", create an app integration of
 *    the type "OIDC - OpenID Connect", "Web Application".
 * 2. Add the callback URL to the "Sign-in redirect URIs", and assign the app to
 *    people or groups: others cannot sign in.
 * 3. Copy the client ID and the client secret. A custom authorization server
 *    needs an access policy that admits the app.
 *
 * @see https://developer.okta.com/docs/reference/api/oidc/
 *
 * @example
 * ```ts
 * import { Okta } from "@latchkey/auth/providers/okta";
 *
 * // Client id and secret from AUTH_OKTA_ID and AUTH_OKTA_SECRET.
 * const providers = [Okta({ issuer: "https://example.okta.com" })];
 * ```
 */
export const Okta: OidcFactory = defineOidc({
  id: "okta",
  name: "Okta",
  // With rotation, which is off by default, a replaced token works a little longer.
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 3600, rotates: false, replaced: 30 },
  style: { brandColor: "#00297a", logo },
});

export default Okta;
