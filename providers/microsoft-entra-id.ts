import { defineOidc, type ProviderFactory } from "../core/define.ts";
import type { Profile, User } from "../core/model.ts";
import type { OIDCConfig } from "../core/provider.ts";

/** Options of {@link MicrosoftEntraId} beside those of every provider. */
export interface MicrosoftEntraIdOptions {
  /**
   * Who may sign in: the id of one directory, `organizations` (any directory),
   * `consumers` (personal accounts), or `common` (both, the default).
   */
  tenant?: string | undefined;
  /**
   * What identifies a person: `sub` is another for each application (the
   * default), `oid` is the same in all applications of a directory.
   */
  accountId?: "sub" | "oid" | undefined;
}

const HOST = "https://login.microsoftonline.com";
/** The directory that all personal accounts belong to. */
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad";
const SHARED = ["common", "organizations", "consumers"];

/**
 * Microsoft Entra ID (formerly Azure Active Directory). An e-mail address is
 * whatever the directory's administrator wrote: never take it for verified.
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
> = defineOidc<MicrosoftEntraIdOptions>((options) => {
  const tenant = options.tenant ?? "common";
  const root = `${HOST}/${encodeURIComponent(tenant)}/v2.0`;
  // The metadata of the shared endpoints names this text as the issuer.
  const template = `${HOST}/{tenantid}/v2.0`;
  const isShared = SHARED.includes(tenant) && options.issuer === undefined;
  return {
    id: "microsoft-entra-id",
    name: "Microsoft Entra ID",
    ...(isShared
      ? {
        issuer: template,
        wellKnown: `${root}/.well-known/openid-configuration`,
        issuerFrom: (claims: Profile) => toIssuer(tenant, claims),
      }
      : { issuer: root }),
    client: { token_endpoint_auth_method: "client_secret_post" },
    profile: (profile) => toEntraUser(profile, options.accountId ?? "sub"),
    style: { brandColor: "#0078d4" },
  };
});

/** The issuer of a person's own directory, if the endpoint is for such directories. */
function toIssuer(tenant: string, claims: Profile): string {
  const tid = String(claims.tid);
  const isPersonal = tid === CONSUMERS;
  const isMeant = tenant === "common" ||
    (tenant === "consumers") === isPersonal;
  // No token can name an empty issuer.
  return isMeant && /^[0-9a-f-]{36}$/.test(tid) ? `${HOST}/${tid}/v2.0` : "";
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
