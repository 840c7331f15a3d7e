import type { Profile } from "../../model/model.ts";
import {
  defineOidc,
  type Definition,
  type OidcFactory,
  type ProviderOptions,
} from "./define.ts";
import type { OIDCConfig } from "../oauth/oauth_config.ts";

/** A server with an issuer for each tenant, and with metadata that several tenants share. */
export interface TenantServer {
  /** The issuer of a tenant, with `{…}` for its id, exactly as in the shared metadata. */
  readonly issuer: string;
  /** The claim of an ID token that is the id of the user's tenant. */
  readonly claim: string;
  /** The form of an id. The metadata of any other name of a tenant contains the id. */
  readonly id: RegExp;
  /** The name in place of a tenant that is not set. */
  readonly usual: string;
  /** Names of tenants, with their ids. */
  readonly names: Readonly<Record<string, string>>;
  /** Names that stand for all tenants, with the ids of those that are left out. */
  readonly shared: Readonly<Record<string, readonly string[]>>;
}

/** The options that choose the tenant. */
interface TenantOptions {
  readonly issuer?: string | undefined;
  readonly tenant?: string | undefined;
}

/**
 * Makes a factory for an OpenID Connect provider with tenants. Call it once, at
 * the top of a module.
 *
 * @param define returns all of the definition but the issuer and its metadata
 */
export function defineTenants<Extra extends TenantOptions>(
  server: TenantServer,
  define: (
    options: ProviderOptions<OIDCConfig> & Extra,
  ) => Definition<OIDCConfig>,
): OidcFactory<Extra> {
  const make = defineOidc<Extra>((options) => ({
    ...toTenantIssuer(server, options),
    ...define(options),
  }));
  return (options) => make(withTenant(server, options));
}

/**
 * Returns the options with a tenant in place of its issuer, which is another way
 * to specify it. The issuer of another server stays.
 */
function withTenant<O extends TenantOptions>(
  server: TenantServer,
  options: O,
): O {
  const { issuer = "", tenant } = options;
  const [before = "", after = ""] = splitIssuer(server);
  const end = issuer.replace(/\/$/, "");
  const name = end.slice(before.length, end.length - after.length);
  const isHere = end === before + name + after && /^[^/]+$/.test(name);
  return isHere
    ? { ...options, issuer: undefined, tenant: tenant ?? name }
    : options;
}

/**
 * Returns the URL of a tenant's metadata, and the issuers of its ID tokens;
 * neither if the options have an issuer.
 */
function toTenantIssuer(
  server: TenantServer,
  { issuer: own, tenant = server.usual }: TenantOptions,
): Pick<OIDCConfig, "issuer" | "wellKnown" | "issuerFrom"> {
  if (own !== undefined) return {};
  const toIssuer = (id: string) => splitIssuer(server).join(id);
  const issuer = toIssuer(encodeURIComponent(tenant));
  const wellKnown = `${issuer}/.well-known/openid-configuration`;
  const id = tenant.toLowerCase();
  if (server.id.test(id)) return { issuer: toIssuer(id) };
  const known = readOwn(server.names, tenant);
  if (known !== undefined) return { issuer: toIssuer(known), wellKnown };
  const strangers = readOwn(server.shared, tenant);
  if (strangers === undefined) return { wellKnown };
  const issuerFrom = ({ [server.claim]: claim }: Profile) => {
    const user = String(claim);
    const isWelcome = server.id.test(user) && !strangers.includes(user);
    // No token can name an empty issuer.
    return isWelcome ? toIssuer(user) : "";
  };
  return { issuer: server.issuer, wellKnown, issuerFrom };
}

/** The texts before and after the tenant's id. */
function splitIssuer({ issuer }: TenantServer): readonly string[] {
  return issuer.split(/\{\w+\}/);
}

function readOwn<T>(
  table: Readonly<Record<string, T>>,
  key: string,
): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
