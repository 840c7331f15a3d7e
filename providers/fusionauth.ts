/**
 * Sign-in with FusionAuth.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
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
 * server.
 *
 * An administrator there can mark any address as verified. With a server that
 * you do not control, leave `allowDangerousEmailAccountLinking` off: it would
 * let that administrator sign in as any user of your application.
 *
 * 1. Under "Applications", add an application, and enable the authorization
 *    code grant. For refresh tokens, enable "Refresh Token", too.
 * 2. Under "OAuth", add the callback URL to the authorized redirect URLs, and
 *    copy the client ID and the client secret.
 * 3. Under "Tenants", "General", set the issuer to a URL, such as that of the
 *    server. A new tenant has `acme.com`, which OpenID Connect does not allow:
 *    until it is a URL, sign-ins end with an error, and the log names it.
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
