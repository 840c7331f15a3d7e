import { readQuery } from "../../providers/definition/merge_provider.ts";
import { toEnvPrefix } from "../../runtime/env.ts";
import type {
  AuthorizationEndpoint,
  TokenEndpoint,
  UserinfoEndpoint,
} from "../../providers/oauth/endpoints.ts";
import type { EndpointParams } from "../../providers/oauth/endpoint_params.ts";
import {
  customFetch,
  type OAuthProvider,
} from "../../providers/oauth/oauth_config.ts";
import type { ResolvedOAuth } from "../../providers/oauth/oauth_provider.ts";
import { fillFromEnv, toIssuerNeed } from "./provider_env.ts";
import type { Resolving } from "../../providers/resolving.ts";
import { reportOAuthProblems } from "./oauth_problems.ts";

/** Fills in the defaults of an OAuth provider and reports its mistakes. */
export function resolveOAuth(
  configured: OAuthProvider,
  { proxyUrl, env, problems }: Resolving,
): ResolvedOAuth {
  const provider = fillFromEnv(
    configured,
    env,
    (problem) => problems.addMendable(problem),
  );
  const prefix = toEnvPrefix(provider.id);
  const ownIssuer = env(`${prefix}_ISSUER`, toIssuerNeed(provider));
  const issuer = provider.issuer ?? ownIssuer;
  const clientId = provider.clientId ?? env(`${prefix}_ID`);
  const authorization = toAuthorization(provider);
  const clientSecret = provider.clientSecret ?? env(`${prefix}_SECRET`);
  const resolved: ResolvedOAuth = {
    id: provider.id,
    name: provider.name ?? provider.id,
    type: provider.type,
    issuer: issuer ?? "",
    ownIssuer,
    wellKnown: provider.wellKnown ?? null,
    clientId: clientId ?? "",
    clientSecret: clientSecret ?? null,
    client: provider.client ?? {},
    authorization,
    token: toEndpoint<TokenEndpoint>("token", provider.token),
    userinfo: toEndpoint<UserinfoEndpoint>("userinfo", provider.userinfo),
    callbackClaims: provider.callbackClaims ?? [],
    emailTrust: provider.emailTrust ?? "claim",
    jwksUri: provider.jwks_endpoint ?? null,
    ...toIdTokenRules(provider),
    formPost: /^form_post/.test(String(authorization.params.response_mode)),
    pushed: provider.pushedAuthorizationRequests ?? false,
    allowedParams: provider.allowedParams ?? null,
    profile: provider.profile ?? null,
    account: provider.account ?? null,
    linksByAddress: provider.allowDangerousEmailAccountLinking ?? false,
    style: provider.style ?? {},
    redirectProxyUrl: provider.redirectProxyUrl ?? proxyUrl,
    fetch: provider[customFetch] ?? ((input, init) => fetch(input, init)),
    source: { ...provider, issuer, clientId, clientSecret },
  };
  reportOAuthProblems(resolved, prefix, problems);
  return resolved;
}

/** The checks of a sign-in, and the rules for its ID token. */
function toIdTokenRules(
  provider: OAuthProvider,
): Pick<
  ResolvedOAuth,
  "checks" | "idToken" | "idTokenSecret" | "issuerFrom"
> {
  const checks: readonly string[] = provider.checks ?? ["pkce"];
  const isOidc = provider.type === "oidc";
  const none = checks.includes("none");
  return {
    checks: {
      none,
      pkce: checks.includes("pkce"),
      nonce: isOidc && provider.nonce !== false && !none,
    },
    idToken: isOidc && provider.idToken !== false,
    idTokenSecret: isOidc && provider.idTokenAlg === "HS256",
    issuerFrom: isOidc ? provider.issuerFrom ?? null : null,
  };
}

function toAuthorization(
  provider: OAuthProvider,
): AuthorizationEndpoint & { params: EndpointParams } {
  const endpoint = toEndpoint<AuthorizationEndpoint>(
    "authorization",
    provider.authorization,
  );
  const scope = provider.type === "oidc"
    ? { scope: "openid profile email" }
    : {};
  return { ...endpoint, params: { ...scope, ...endpoint.params } };
}

/** Converts an endpoint to an object. A URL may have parameters in its query. */
function toEndpoint<E extends { url?: string | undefined; params?: unknown }>(
  key: string,
  endpoint: string | E | undefined,
): E {
  const object = typeof endpoint === "string" ? { url: endpoint } : endpoint;
  return readQuery(key, (object ?? {}) as E);
}
