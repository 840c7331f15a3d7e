/**
 * Sign-in with Azure AD B2C.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/azure-ad-b2c.ts";

/** The claims that the definition reads. */
export type AzureADB2CProfile = {
  sub: string;
  name?: string;
  preferred_username?: string;
  emails?: string[];
  email?: string;
};

/**
 * Azure AD B2C, which has taken no new customers since May 2025. `tenant` (or
 * `AUTH_AZURE_AD_B2C_TENANT`) is the name before `.onmicrosoft.com`, `policy`
 * (or `AUTH_AZURE_AD_B2C_POLICY`) the user flow.
 *
 * 1. In the B2C tenant, under "App registrations", register an application for
 *    users of identity providers or user flows.
 * 2. Add the callback URL as a redirect URI of the platform "Web", and copy the
 *    "Application (client) ID".
 * 3. Under "Certificates & secrets", create a client secret, and copy its
 *    value.
 * 4. In the user flow, select "Email Addresses" among the application claims.
 *    Without it, there is no address.
 *
 * @see https://learn.microsoft.com/en-us/azure/active-directory-b2c/openid-connect
 *
 * @example
 * ```ts
 * import { AzureADB2C } from "@latchkey/auth/providers/azure-ad-b2c";
 *
 * // Client id and secret from AUTH_AZURE_AD_B2C_ID and
 * // AUTH_AZURE_AD_B2C_SECRET.
 * const providers = [
 *   AzureADB2C({ tenant: "my-tenant", policy: "B2C_1_signin" }),
 * ];
 * ```
 */
export const AzureADB2C: OidcFactory<
  { tenant: string; policy: string },
  AzureADB2CProfile
> = defineOidc({
  id: "azure-ad-b2c",
  name: "Azure AD B2C",
  placeholders: { tenant: null, policy: null },
  // The issuer in the metadata contains the directory's id.
  wellKnown:
    "https://{tenant}.b2clogin.com/{tenant}.onmicrosoft.com/{policy}/v2.0/.well-known/openid-configuration",
  // An access token is only issued for an API, which the application itself is.
  authorization: { params: { scope: "openid profile {clientId}" } },
  userinfo: { from: "id_token" },
  profile: {
    name: ["name", "preferred_username"],
    email: ["emails.0", "email"],
  },
  emailTrust: "unverified",
  endSession:
    "https://{tenant}.b2clogin.com/{tenant}.onmicrosoft.com/{policy}/oauth2/v2.0/logout",
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 3600, refresh: 1_209_600, rotates: false },
  style: { brandColor: "#0072c6", logo },
});

export default AzureADB2C;
