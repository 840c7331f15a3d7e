import { defineOidc, type OidcFactory } from "../core/providers/define.ts";
import { logo } from "./logos/fusionauth.ts";

/** Options of {@link FusionAuth} in addition to those of every provider. */
export interface FusionAuthOptions {
  /** URL of the FusionAuth server. */
  baseUrl: string;
  /** Id of the tenant, if the server has several. */
  tenantId?: string | undefined;
}

/**
 * FusionAuth. `baseUrl` (or `AUTH_FUSIONAUTH_BASE_URL`) is the URL of the
 * server. The issuer of the tenant must be a URL: replace the initial `acme.com`
 * under "Tenants", "General", "Issuer". Add the callback URL to the
 * application under "OAuth", "Authorized redirect URLs".
 *
 * @see https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/
 *
 * @example
 * ```ts
 * import { FusionAuth } from "@latchkey/auth/providers/fusionauth";
 *
 * // Client id and secret from AUTH_FUSIONAUTH_ID and AUTH_FUSIONAUTH_SECRET.
 * const providers = [FusionAuth({ baseUrl: "https://auth.example.com" })];
 * ```
 */
export const FusionAuth: OidcFactory<FusionAuthOptions> = defineOidc((
  { tenantId },
) => ({
  id: "fusionauth",
  name: "FusionAuth",
  placeholders: { baseUrl: null },
  // The issuer is a setting of the tenant: only the metadata knows it.
  wellKnown: `{baseUrl}/.well-known/openid-configuration${
    tenantId ? `?tenantId=${encodeURIComponent(tenantId)}` : ""
  }`,
  authorization: { params: { tenantId } },
  profile: { name: ["name", "preferred_username", "given_name family_name"] },
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 3600, refresh: 2_592_000, rotates: false },
  endSession: "{baseUrl}/oauth2/logout",
  style: { brandColor: "#f58320", logo },
}));

export default FusionAuth;
