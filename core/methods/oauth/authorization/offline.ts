import type { ProviderContext } from "../../../request/context.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import { addScopes } from "../../../providers/oauth/scopes.ts";
import { keepsTokens } from "../../../vault/keep_tokens.ts";

/**
 * Adds what a provider needs to issue a refresh token, for all scopes that were
 * granted so far, if its tokens are kept for use: scopes and parameters of its
 * definition. Those that the application set itself stay as they are.
 */
export function withOffline(
  ctx: Pick<ProviderContext, "settings">,
  provider: ResolvedOAuth,
): ResolvedOAuth {
  const { refresh, scopeSeparator } = provider.source;
  if (refresh === undefined || !keepsTokens(ctx, provider)) return provider;
  const { authorization } = provider;
  const { params: needed, cumulative } = refresh;
  const params = { ...needed, ...cumulative, ...authorization.params };
  const known = typeof params.scope === "string" ? params.scope : "";
  const scope = addScopes(known, refresh.scopes ?? [], scopeSeparator);
  return {
    ...provider,
    authorization: {
      ...authorization,
      params: scope === known ? params : { ...params, scope },
    },
  };
}
