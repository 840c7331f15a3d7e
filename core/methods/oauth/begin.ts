import type { Context } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import type { TokenSet } from "../../model/model.ts";
import { findConfirmation } from "../../attempts/confirmation.ts";
import {
  type Confirmation,
  findGuardParams,
  type ParamTexts,
} from "../../attempts/guard_params.ts";
import { rememberSilentTry } from "../../attempts/silent_try.ts";
import {
  type Attempt,
  type AttemptPurpose,
  startAttempt,
} from "../../attempts/oauth_attempt.ts";
import { toAuthorizationUrl } from "./authorization/authorize.ts";
import { toAuthentication } from "./id_token/authentication.ts";
import { type IdTokenClaims, verifyIdToken } from "./id_token/claims.ts";
import { assertBound } from "./dpop/assert_bound.ts";
import { withConfirmation } from "./authorization/confirm.ts";
import { createKeyFor } from "./dpop/key.ts";
import { exchangeCode } from "./token_endpoint/exchange.ts";
import { readAuthorizationResponse } from "./fapi/response.ts";
import type { Grant } from "./grant.ts";
import { toLogoutHints } from "./logout/hints.ts";
import { readMetadata } from "./discovery/metadata.ts";
import type { ProviderMetadata } from "./discovery/provider_metadata.ts";
import { withOffline } from "./authorization/offline.ts";
import { toRequestParams, withGuardParams } from "./authorization/params.ts";
import { toCallbackClaims, toIdentity } from "./userinfo/profile.ts";
import { withTerms } from "./tokens/renewal_terms.ts";
import { withServer } from "./token_endpoint/token_request.ts";
import { completeProfile, fetchUserinfo } from "./userinfo/userinfo.ts";
import type { Identity } from "../../providers/provider.ts";
import type { ResolvedOAuth } from "../../providers/oauth/oauth_provider.ts";
import { keepsTokens } from "../../vault/keep_tokens.ts";

/** The URL to send the browser to, and the cookies it needs when it comes back. */
export interface Departure {
  readonly url: string;
  readonly cookies: readonly CookieChange[];
}

/** Begins signing in at an OAuth 2 or OpenID provider. */
export async function beginOAuth(
  ctx: Context,
  configured: ResolvedOAuth,
  purpose: AttemptPurpose,
): Promise<Departure> {
  const metadata = await readMetadata(ctx, configured);
  const guarded = purpose.guarded?.params ?? await findGuardParams(ctx);
  const provider = withGuardParams(withOffline(ctx, configured), guarded);
  const { scopes } = purpose;
  const sources = { provider, metadata, guarded, scopes };
  const asked = withSilence(purpose, guarded, toRequestParams(ctx, sources));
  const confirmation = await findAskedProof(ctx, purpose);
  const request = { provider, metadata, params: asked };
  const params = confirmation === null
    ? asked
    : await withConfirmation(ctx, request, confirmation);
  const silent = isSilent(purpose, provider, params);
  const { attempt, cookies } = await startAttempt(ctx, provider, {
    ...purpose,
    // The cookie of an attempt has little room.
    silent: silent || undefined,
    maxAge: toMaxAge(provider, asked),
    params: guarded,
    confirmation: confirmation ?? undefined,
    dpop: await createKeyFor(provider),
    scope: toKeptScope(purpose, params),
  });
  const url = await toAuthorizationUrl(
    ctx,
    provider,
    metadata,
    attempt,
    params,
  );
  return {
    url,
    cookies: silent ? [...cookies, await rememberSilentTry(ctx)] : cookies,
  };
}

/** Finds the proof that is asked for. A user who adds an account or scopes confirms nothing. */
async function findAskedProof(
  ctx: Context,
  { linkTo, guarded }: AttemptPurpose,
): Promise<Confirmation | null> {
  return linkTo === null
    ? guarded?.confirmation ?? await findConfirmation(ctx)
    : null;
}

/** Adds `prompt=none` (OpenID Connect Core section 3.1.2.1) to a silent sign-in. */
function withSilence(
  { silent }: AttemptPurpose,
  guarded: ParamTexts,
  params: ParamTexts,
): ParamTexts {
  const isFree = silent === true && !Object.hasOwn(guarded, "prompt");
  return isFree ? { ...params, prompt: "none" } : params;
}

/**
 * Whether the visitor asked for an answer without a page. If the definition or a
 * guard does so at every sign-in, the visitor needs an explanation.
 */
function isSilent(
  { silent = false }: AttemptPurpose,
  { authorization }: ResolvedOAuth,
  { prompt }: ParamTexts,
): boolean {
  return prompt === "none" &&
    (silent || authorization.params.prompt !== "none");
}

/** The limit on the characters of a scope that is kept: it has to fit into the attempt's cookie. */
const MAX_SCOPE = 1000;

/** The scope that is granted if the answer names none (RFC 6749 section 5.1). */
function toKeptScope(
  { scopes }: AttemptPurpose,
  { scope = "" }: ParamTexts,
): string | undefined {
  return scopes === undefined || scope.length > MAX_SCOPE ? undefined : scope;
}

/** The `max_age` that was requested; it is checked against the ID token later. */
function toMaxAge(
  provider: ResolvedOAuth,
  { max_age }: ParamTexts,
): number | null {
  const seconds = Number(max_age ?? NaN);
  return provider.type === "oidc" && seconds >= 0 ? seconds : null;
}

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
