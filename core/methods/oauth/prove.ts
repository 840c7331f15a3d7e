import type { Context } from "../../request/context.ts";
import type { TokenSet } from "../../model/model.ts";
import type { Attempt } from "../../attempts/oauth_attempt.ts";
import { toAuthentication } from "./id_token/authentication.ts";
import { type IdTokenClaims, verifyIdToken } from "./id_token/claims.ts";
import { assertBound } from "./dpop/assert_bound.ts";
import { createKeyFor } from "./dpop/key.ts";
import { exchangeCode } from "./token_endpoint/exchange.ts";
import { readAuthorizationResponse } from "./fapi/response.ts";
import type { Grant } from "./grant.ts";
import { toLogoutHints } from "./logout/hints.ts";
import { readMetadata } from "./discovery/metadata.ts";
import type { ProviderMetadata } from "./discovery/provider_metadata.ts";
import { withGuardParams } from "./authorization/params.ts";
import { toCallbackClaims, toIdentity } from "./userinfo/profile.ts";
import { withTerms } from "./tokens/renewal_terms.ts";
import { withServer } from "./token_endpoint/token_request.ts";
import { completeProfile, fetchUserinfo } from "./userinfo/userinfo.ts";
import type { Identity } from "../../providers/provider.ts";
import type { ResolvedOAuth } from "../../providers/oauth/oauth_provider.ts";
import { keepsTokens } from "../../vault/keep_tokens.ts";

/** Proves the identity of the user that comes back from the provider. */
export async function proveOAuth(
  ctx: Context,
  configured: ResolvedOAuth,
  attempt: Attempt,
): Promise<Identity> {
  const declared = await readMetadata(ctx, configured);
  const provider = withGuardParams(configured, attempt.params);
  const came = { ctx, provider, metadata: declared };
  const params = await readAuthorizationResponse(came, attempt);
  const metadata = withServer(provider, declared, params);
  // An attempt that began before `dpop` was switched on has no key.
  const dpop = attempt.dpop ?? await createKeyFor(provider);
  const begun = { ...attempt, dpop };
  const answer = await exchangeCode(ctx, provider, metadata, begun, params);
  assertBound(provider, answer, dpop);
  const grant = { ctx, provider, metadata, tokens: answer, key: dpop };
  const idToken = provider.type === "oidc" ? await verifyIdToken(grant) : null;
  const claims = {
    ...toCallbackClaims(provider, params),
    ...idToken === null
      ? await fetchUserinfo(grant)
      : await completeProfile(grant, idToken),
  };
  const { scope } = attempt;
  const granted = scope === undefined ? answer : { scope, ...answer };
  const timed = withExpiry(granted, ctx.now);
  const tokens = keepsTokens(ctx, provider)
    ? withTerms(provider, timed, { ...attempt, params })
    : timed;
  const tenant = provider.type === "oidc" ? "" : toTenant(provider, metadata);
  const identity = await toIdentity(provider, { claims, tokens, tenant });
  return { ...identity, dpop, ...toKept(grant, idToken) };
}

/** Returns the parts of the ID token to keep, in the session and for its end. */
function toKept(
  { ctx, provider, tokens: { id_token: idToken } }: Grant,
  claims: IdTokenClaims | null,
): Pick<Identity, "authentication" | "logoutHints"> {
  if (claims === null) return {};
  const { logout = false } = provider.source;
  return {
    authentication: toAuthentication(ctx, provider, claims),
    logoutHints: logout ? toLogoutHints(provider, idToken, claims) : undefined,
  };
}

/**
 * The server that named the user of a plain OAuth provider, if the definition
 * has several: two of them may give two people the same id. Empty: there is
 * only one.
 */
function toTenant(
  { issuer, source, token }: ResolvedOAuth,
  { token_endpoint }: ProviderMetadata,
): string {
  const url = token_endpoint ? new URL(token_endpoint) : null;
  if (token.server !== undefined) return url?.origin ?? "";
  if (source.placeholders === undefined || source.uniqueSubject) return "";
  return issuer || (url === null ? "" : url.origin + url.pathname);
}

function withExpiry(tokens: TokenSet, now: number): TokenSet {
  return tokens.expires_in === undefined ? tokens : {
    ...tokens,
    expires_at: Math.floor(now / 1000) + tokens.expires_in,
  };
}
