/**
 * Sign-in with Microsoft Entra External ID.
 *
 * @module
 */

import {
  defineOidc,
  type OidcFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/microsoft-entra-external-id.ts";

const PARTIAL = { consent_required: "consent", basic_action: "user" } as const;

/**
 * Microsoft Entra External ID, the successor of Azure AD B2C. `tenant` (or
 * `AUTH_MICROSOFT_ENTRA_EXTERNAL_ID_TENANT`) is the tenant's subdomain of
 * `ciamlogin.com`, not its GUID. Addresses are never treated as verified.
 *
 * @see https://learn.microsoft.com/en-us/entra/external-id/customers/overview-customers-ciam
 *
 * @example
 * ```ts
 * import { MicrosoftEntraExternalId } from "@latchkey/auth/providers/microsoft-entra-external-id";
 *
 * // Client id and secret from AUTH_MICROSOFT_ENTRA_EXTERNAL_ID_ID and
 * // AUTH_MICROSOFT_ENTRA_EXTERNAL_ID_SECRET.
 * const providers = [MicrosoftEntraExternalId({ tenant: "contoso" })];
 * ```
 */
export const MicrosoftEntraExternalId: OidcFactory<{ tenant: string }> =
  defineOidc({
    id: "microsoft-entra-external-id",
    name: "Microsoft Entra External ID",
    placeholders: { tenant: null },
    // The issuer contains the tenant's GUID, which only the metadata knows.
    wellKnown:
      "https://{tenant}.ciamlogin.com/{tenant}.onmicrosoft.com/v2.0/.well-known/openid-configuration",
    client: { token_endpoint_auth_method: "client_secret_post" },
    emailTrust: "unverified",
    refresh: { scopes: ["offline_access"], partial: { suberror: PARTIAL } },
    tokens: { rotates: false },
    endSession: {
      url:
        "https://{tenant}.ciamlogin.com/{tenant}.onmicrosoft.com/oauth2/v2.0/logout",
      idTokenHint: false,
    },
    style: { brandColor: "#0078d4", logo },
  });

export default MicrosoftEntraExternalId;
