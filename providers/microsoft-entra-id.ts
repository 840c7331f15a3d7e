/**
 * Sign-in with Microsoft Entra ID.
 *
 * @module
 */

import type { OidcFactory } from "../core/providers/definition/define.ts";
import { defineTenants } from "../core/providers/definition/tenants.ts";
import { logo } from "./logos/microsoft-entra-id.ts";

/** Options of {@link MicrosoftEntraId} in addition to those of every provider. */
export interface MicrosoftEntraIdOptions {
  /**
   * The accounts that may sign in: those of one directory (its id or one of its
   * domains), `organizations` (any directory), `consumers` (personal accounts),
   * or `common` (both, the default).
   */
  tenant?: string | undefined;
  /**
   * The claim that identifies a user: `sub` differs between applications (the
   * default), `oid` is the same in all applications of a directory.
   */
  accountId?: "sub" | "oid" | undefined;
  /**
   * The width of the user's picture, in pixels. It is read from Microsoft
   * Graph, with the scope `User.Read`, and becomes a `data:` URL. Default: no
   * picture.
   */
  photo?: 48 | 64 | 96 | 120 | 240 | undefined;
}

/** The directory that all personal accounts belong to. */
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad";
const PHOTO = "https://graph.microsoft.com/v1.0/me/photos/{px}x{px}/$value";
const PARTIAL = { consent_required: "consent", basic_action: "user" } as const;

/**
 * Microsoft Entra ID (formerly Azure Active Directory). `tenant` (or
 * `AUTH_MICROSOFT_ENTRA_ID_TENANT`) says which accounts may sign in. The
 * directory's administrator can set any e-mail address: it counts as verified
 * only if the optional claim `xms_edov` or `verified_primary_email` of the ID
 * token says so.
 *
 * 1. In the Microsoft Entra admin center, under "App registrations", register
 *    an application. The supported account types have to fit `tenant`: the id
 *    of the directory for a single one.
 * 2. Add the callback URL as a redirect URI of the platform "Web", not of
 *    "Single-page application".
 * 3. Copy the "Application (client) ID" and, for `tenant`, the "Directory
 *    (tenant) ID".
 * 4. Under "Certificates & secrets", create a client secret, and copy its
 *    value, not its id. It expires at the date that you choose.
 * 5. To get the claim for verified addresses, add it under "Token
 *    configuration" as an optional claim of the ID token.
 *
 * @see https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 *
 * @example
 * ```ts
 * import { MicrosoftEntraId } from "@latchkey/auth/providers/microsoft-entra-id";
 *
 * const providers = [
 *   MicrosoftEntraId({ tenant: "11111111-2222-3333-4444-555555555555" }),
 * ];
 * ```
 */
export const MicrosoftEntraId: OidcFactory<MicrosoftEntraIdOptions> =
  defineTenants({
    issuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
    claim: "tid",
    id: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    usual: "common",
    names: { consumers: CONSUMERS },
    shared: { common: [], organizations: [CONSUMERS] },
  }, ({ accountId: claim, photo }) => ({
    id: "microsoft-entra-id",
    name: "Microsoft Entra ID",
    placeholders: { tenant: "" },
    ...(photo === undefined ? {} : {
      authorization: { params: { scope: "openid profile email User.Read" } },
      userinfo: {
        more: { picture: PHOTO.replaceAll("{px}", `${photo}`) },
      },
    }),
    // With `oid` the directory is part of the id.
    uniqueSubject: claim === "oid" || undefined,
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: ({ sub, oid, tid, name, email, picture, ...claims }) => ({
      id: claim === "oid" && oid && tid ? `${tid}.${oid}` : sub ?? undefined,
      name,
      email: [email, claims.preferred_username].find((it) => it?.includes("@")),
      image: (photo && picture) ?? null,
    }),
    // Both flags are about the claim `email` only.
    emailTrust: ({ email, xms_edov, verified_primary_email }) =>
      Boolean(email?.includes("@")) &&
        (/^(?:1|true)$/.test(String(xms_edov)) ||
          [verified_primary_email].flat().includes(email)) || undefined,
    refresh: { scopes: ["offline_access"], partial: { suberror: PARTIAL } },
    tokens: { refresh: 7_776_000, rotates: false, perApi: true },
    style: { brandColor: "#0078d4", logo },
  }));

export default MicrosoftEntraId;
