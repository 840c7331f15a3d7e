import type { ProviderContext } from "../../request/context.ts";
import type { ResolvedOAuth } from "../../providers/oauth_provider.ts";
import { keepsTokens } from "../../vault/keep_tokens.ts";

/**
 * Adds what a provider needs to issue a refresh token, if its tokens are kept
 * for use: scopes and parameters of its definition. Those that the application
 * set itself stay as they are.
 */
export function withOffline(
  ctx: Pick<ProviderContext, "settings">,
  provider: ResolvedOAuth,
): ResolvedOAuth {
  const { refresh } = provider.source;
  if (refresh === undefined || !keepsTokens(ctx, provider)) return provider;
  const { authorization } = provider;
  const params = { ...refresh.params, ...authorization.params };
  const scope = addScopes(params.scope, refresh.scopes ?? []);
  return {
    ...provider,
    authorization: {
      ...authorization,
      params: scope === undefined ? params : { ...params, scope },
    },
  };
}

function addScopes(scope: unknown, wanted: readonly string[]): unknown {
  if (typeof scope !== "string") {
    return wanted.length === 0 ? scope : wanted.join(" ");
  }
  const separator = scope.includes(",") ? "," : " ";
  const known = scope.split(/[ ,]+/).filter((one) => one !== "");
  const missing = wanted.filter((one) => !known.includes(one));
  return [scope, ...missing].filter((one) => one !== "").join(separator);
}
