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
 * FusionAuth. Add the callback URL to the application under "OAuth",
 * "Authorized redirect URLs"; client id and secret are there, too. `baseUrl` (or
 * `AUTH_FUSIONAUTH_BASE_URL`) is the URL of the server.
 *
 * A new tenant has the issuer `acme.com`. It must be a URL, because OpenID
 * Connect requires one: replace it under "Tenants", "General", "Issuer", for
 * example with the URL of the server. Until then, sign-ins end with an error, and
 * the log names the issuer. To get refresh tokens, switch on the grant "Refresh
 * Token" in the application.
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
  placeholders: { baseUrl: null, tenantId: "" },
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
