import { defineOidc, type ProviderFactory } from "../core/providers/define.ts";
import type { Profile, User } from "../core/model/model.ts";
import type { OIDCConfig } from "../core/providers/oauth_provider.ts";
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
}

const HOST = "https://login.microsoftonline.com";
/** The directory that all personal accounts belong to. */
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad";
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ISSUER = /^https:\/\/login\.microsoftonline\.com\/([^/]+)\/v2\.0\/?$/;

/**
 * Microsoft Entra ID (formerly Azure Active Directory). The directory's
 * administrator can set any e-mail address: never treat it as verified.
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
export const MicrosoftEntraId: ProviderFactory<
  OIDCConfig,
  MicrosoftEntraIdOptions
> = ({ issuer, ...options }): OIDCConfig => {
  // An issuer is another way to specify the tenant, except in national clouds.
  const [, named] = issuer?.match(ISSUER) ?? [];
  return issuer !== undefined && named === undefined
    ? define({ ...options, issuer })
    : define({ ...options, tenant: options.tenant ?? named });
};

const define = defineOidc<MicrosoftEntraIdOptions>((options) => ({
  id: "microsoft-entra-id",
  name: "Microsoft Entra ID",
  ...(options.issuer === undefined ? toPlace(options.tenant ?? "common") : {}),
  // With `oid` the directory is part of the id.
  ...(options.accountId === "oid" ? { uniqueSubject: true } : {}),
  client: { token_endpoint_auth_method: "client_secret_post" },
  profile: (profile) => toEntraUser(profile, options.accountId ?? "sub"),
  style: { brandColor: "#0078d4", logo },
}));

type Place = Pick<OIDCConfig, "issuer" | "wellKnown" | "issuerFrom">;

/** Returns the URL of a tenant's metadata, and the issuers of its tokens. */
function toPlace(tenant: string): Place {
  const root = `${HOST}/${encodeURIComponent(tenant)}/v2.0`;
  const wellKnown = `${root}/.well-known/openid-configuration`;
  if (tenant === "common" || tenant === "organizations") {
    return {
      // The issuer in the metadata of these two, verbatim.
      issuer: `${HOST}/{tenantid}/v2.0`,
      wellKnown,
      issuerFrom: (claims) => toIssuer(tenant, claims),
    };
  }
  if (tenant === "consumers") {
    return { issuer: `${HOST}/${CONSUMERS}/v2.0`, wellKnown };
  }
  // The metadata of a domain contains the directory's id.
  return GUID.test(tenant.toLowerCase())
    ? { issuer: root.toLowerCase() }
    : { wellKnown };
}

/** Returns the issuer of a user's own directory, if the endpoint accepts such directories. */
function toIssuer(tenant: string, claims: Profile): string {
  const tid = String(claims.tid);
  const isPersonal = tid === CONSUMERS;
  // No token can name an empty issuer.
  return GUID.test(tid) && (tenant === "common" || !isPersonal)
    ? `${HOST}/${tid}/v2.0`
    : "";
}

function toEntraUser(profile: Profile, accountId: "sub" | "oid"): User {
  const { sub, oid, tid, name, email, preferred_username } = profile;
  const id = accountId === "oid" && oid && tid ? `${tid}.${oid}` : sub;
  return {
    id: id ?? undefined,
    name: name ?? null,
    email: email ?? preferred_username ?? null,
    image: null,
  };
}

export default MicrosoftEntraId;
