/**
 * Revokes tokens that are no longer kept, at the provider that issued them (RFC
 * 7009).
 *
 * @module
 */

import * as oauth from "oauth4webapi";
import { AuthError, ProviderUnavailable } from "../../../errors/errors.ts";
import type { RevocationEndpoint } from "../../../providers/oauth/definition_facts.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import type { ProviderContext } from "../../../request/context.ts";
import { limitTime } from "../../../runtime/timeout.ts";
import type { KeptTokens } from "../../../vault/keeper.ts";
import { sendBuilt } from "../requests/built_request.ts";
import { toClient, toClientAuth, withSecret } from "../requests/client.ts";
import { isOk, parseJson, type ProviderAnswer } from "../requests/answer.ts";
import { allowsHttp, createProviderFetch } from "../requests/http.ts";
import { readMetadata } from "../discovery/metadata.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";
import { refreshTokens } from "./refresh.ts";
import { findTerms } from "./renewal_terms.ts";
import {
  createTokenFetch,
  withServer,
} from "../token_endpoint/token_request.ts";

/** Milliseconds to wait for the provider. A revocation may go on after that. */
export const PATIENCE = 3000;

/**
 * Asks a provider to revoke tokens, and tells the application whether it did. A
 * provider that fails is logged; it holds the request up for some seconds at
 * most.
 */
export async function revokeTokens(
  ctx: ProviderContext,
  kept: KeptTokens,
  reason: "unlink" | "signOut",
): Promise<void> {
  const { provider, userId, providerAccountId: account } = kept.owner;
  const revoke = async () => {
    const ok = await tryToRevoke(ctx, kept);
    const message = { provider, userId, account, reason, ok };
    await ctx.effects.emit("tokensRevoked", message);
  };
  await limitTime(revoke(), PATIENCE, "A revocation").catch(() => {});
}

async function tryToRevoke(
  ctx: ProviderContext,
  kept: KeptTokens,
): Promise<boolean> {
  const provider = ctx.settings.providers.get(kept.owner.provider) ?? null;
  if (!isOAuth(provider)) return false;
  try {
    return await revokeAll(ctx, provider, kept);
  } catch (error) {
    const why = error instanceof AuthError
      ? error.message
      : "The answer failed a check.";
    ctx.effects.log.warn(
      "revocation",
      `Tokens of provider "${provider.id}" were not revoked, and stay valid until they expire: ${why}`,
    );
    return false;
  }
}

/** The endpoint of a provider that revokes tokens. */
interface Target {
  readonly ctx: ProviderContext;
  readonly provider: ResolvedOAuth;
  readonly metadata: ProviderMetadata;
  readonly endpoint: RevocationEndpoint;
}

/**
 * Revokes the refresh token, which ends the grant, and then the access tokens:
 * a server need not end them with it (RFC 7009 section 2.1).
 *
 * @returns whether the first request succeeded; false if there is no endpoint
 */
async function revokeAll(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  kept: KeptTokens,
): Promise<boolean> {
  const { revocation = {} } = provider.source;
  const endpoint = typeof revocation === "string"
    ? { url: revocation }
    : revocation;
  const known = await readMetadata(ctx, provider);
  const url = endpoint.url ?? known.revocation_endpoint;
  if (url === undefined) return false;
  const metadata = withServer(
    provider,
    { ...known, revocation_endpoint: url },
    new URLSearchParams(findTerms(kept.record)),
  );
  const target = { ctx, provider, metadata, endpoint };
  const [first, ...others] = await listTokens(target, kept);
  if (first === undefined) return false;
  await send(target, first);
  await Promise.allSettled(others.map((token) => send(target, token)));
  return true;
}

/**
 * Lists the tokens to revoke, in their order. A server that knows access tokens
 * only, or is asked with one, needs one that has not expired.
 */
async function listTokens(
  { ctx, provider, endpoint: { only, auth } }: Target,
  { owner, record }: KeptTokens,
): Promise<readonly string[]> {
  const { access, refreshToken } = record;
  const live = access
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > ctx.now / 1000)
    .map(({ token }) => token);
  const isByAccess = only === "access_token" || auth === "bearer";
  if (!isByAccess) {
    const first = refreshToken === null ? [] : [refreshToken];
    return only === "refresh_token" ? first : [...first, ...live];
  }
  if (live.length > 0 || refreshToken === null) return live;
  const request = { owner, record, refreshToken, target: {} };
  const { access_token } = await refreshTokens(ctx, provider, request);
  return access_token === undefined ? [] : [access_token];
}

async function send(target: Target, token: string): Promise<void> {
  const { ctx, provider, metadata, endpoint } = target;
  const { token_endpoint = "", revocation_endpoint: url = "" } = metadata;
  // A hostile document could send tokens to a service of this machine.
  const isLocal = allowsHttp(token_endpoint) && allowsHttp(url);
  const auth = await toAuth(target, token);
  const answer = await sendBuilt(
    createTokenFetch(endpoint, createProviderFetch(ctx, provider)),
    (fetch) =>
      oauth.revocationRequest(metadata, toClient(provider), auth, token, {
        [oauth.customFetch]: fetch,
        [oauth.allowInsecureRequests]: isLocal,
      }),
  );
  const error = findError(answer);
  if (error === null) return;
  throw new ProviderUnavailable(
    `The revocation endpoint of provider "${provider.id}" answered ${error}.`,
  );
}

async function toAuth(
  { ctx, provider, metadata, endpoint: { auth } }: Target,
  token: string,
): Promise<oauth.ClientAuth> {
  switch (auth) {
    case "none":
      return () => {};
    case "client_id":
      return oauth.None();
    case "bearer":
      return (_metadata, _client, _body, headers) =>
        headers.set("authorization", `Bearer ${token}`);
    default:
      return toClientAuth(await withSecret(ctx, provider), metadata);
  }
}

/** Finds an error, which some servers answer with status 200; null: there is none. */
function findError(answer: ProviderAnswer): string | null {
  if (!isOk(answer)) return `${answer.status}`;
  try {
    const { error } = Object(parseJson(answer));
    return error ? `${answer.status} and an error` : null;
  } catch {
    // A success needs no body.
    return null;
  }
}
