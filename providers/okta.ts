import { defineOidc, type OidcFactory } from "../core/providers/define.ts";
import { logo } from "./logos/okta.ts";

/**
 * Okta. `issuer` (or `AUTH_OKTA_ISSUER`) is the URL of the organization
 * (`https://example.okta.com`) or of a custom authorization server
 * (`https://example.okta.com/oauth2/default`). Create an app integration of the
 * type "OIDC", "Web Application" in the admin console.
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
