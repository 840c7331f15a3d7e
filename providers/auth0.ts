import { defineOidc, type ProviderFactory } from "../core/providers/define.ts";
import type { OIDCConfig } from "../core/providers/oauth_provider.ts";
import { logo } from "./logos/auth0.ts";

/** Options of {@link Auth0} in addition to those of every provider. */
export interface Auth0Options {
  /** The tenant's domain or custom domain, in place of `issuer`. */
  domain?: string | undefined;
}

/**
 * Auth0. `domain`, `issuer` or `AUTH_AUTH0_ISSUER` names the tenant.
 * `audience`, `organization` and `connection` are useful authorization
 * parameters.
 *
 * @see https://auth0.com/docs/authenticate/protocols/openid-connect-protocol
 *
 * @example
 * ```ts
 * import { Auth0 } from "@latchkey/auth/providers/auth0";
 *
 * const providers = [Auth0({ domain: "my-tenant.eu.auth0.com" })];
 * ```
 */
export const Auth0: ProviderFactory<OIDCConfig, Auth0Options> = (
  { domain, ...options },
): OIDCConfig => {
  const url = options.issuer ??
    (domain === undefined ? undefined : `https://${toHost(domain)}`);
  // The issuer ends with a slash, which is often left out.
  return define({ ...options, issuer: url?.replace(/\/?$/, "/") });
};

/** Strips `https://` from a domain that was copied from a browser. */
function toHost(domain: string): string {
  return domain.replace(/^https:\/\//, "");
}

const define = defineOidc(() => ({
  id: "auth0",
  name: "Auth0",
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 86_400, rotates: false, replaced: 0 },
  revocation: { only: "refresh_token" },
  backchannelLogout: true,
  style: { brandColor: "#eb5424", logo },
}));

export default Auth0;
