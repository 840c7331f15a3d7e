/**
 * Gives access tokens that are valid now, and renews them: once for all
 * requests of a process, and once for all processes that share a store.
 *
 * @module
 */

import {
  ConfigurationError,
  ProviderUnavailable,
} from "../../errors/errors.ts";
import {
  ConsentRequired,
  NotConnected,
  ReauthenticationRequired,
} from "../../errors/token_errors.ts";
import { isOAuth, type ResolvedOAuth } from "../../providers/oauth_provider.ts";
import type { ProviderContext } from "../../request/context.ts";
import { readClock } from "../../runtime/clock.ts";
import { shareFlight } from "../../runtime/serial_queue.ts";
import { type Kept, toKeeper, type TokenQuery } from "../../vault/keeper.ts";
import {
  type AccessToken,
  mergeTokens,
  toAim,
  type TokenRecord,
  type Wish,
} from "../../vault/record.ts";
import { writeTenaciously } from "../../vault/write_tenaciously.ts";
import { createLease, type Lease } from "../../vault/lease.ts";
import { refreshTokens } from "./refresh.ts";

/** A token that an application asks for. */
export interface AccessTokenQuery extends TokenQuery, Wish {
  /** Seconds that it has to be valid for. */
  readonly minValidity: number;
  /** A token that the API has refused, whatever its times say. */
  readonly refused?: string | undefined;
}

/**
 * Returns an access token that is valid for some time.
 *
 * @throws NotConnected, ConsentRequired, ReauthenticationRequired,
 * ProviderUnavailable, ConfigurationError, AdapterError or StoreError
 */
export async function obtainAccessToken(
  ctx: ProviderContext,
  query: AccessTokenQuery,
): Promise<AccessToken> {
  const provider = findProvider(ctx, query.provider);
  const valid = await findValid(ctx, query);
  if (valid !== null) return valid;
  const kept = await toKeeper(ctx).find(query);
  if (kept === null) {
    throw new NotConnected(
      `The user has no tokens of provider "${provider.id}".`,
    );
  }
  const known = findToken(kept.record, query);
  if (known !== null && isUsable(known, query, ctx.now)) return known;
  assertGranted(provider, kept.record, query);
  // One flight for each token, whatever requests wait for it.
  const name = JSON.stringify([ctx.settings.key, kept.owner, toAim(query)]);
  return await shareFlight(
    `access token ${name}`,
    () => renew(ctx, { provider, query, kept }),
  );
}

/** Finds a valid token without opening the others, which takes its time. */
async function findValid(ctx: ProviderContext, query: AccessTokenQuery) {
  const kept = await toKeeper(ctx).find({ ...query, onlyAccess: true });
  const token = kept && findToken(kept.record, query);
  return token && isUsable(token, query, ctx.now) ? token : null;
}

function findProvider(
  { settings: { tokens, providers } }: ProviderContext,
  id: string,
): ResolvedOAuth {
  const provider = providers.get(id);
  if (provider !== undefined && isOAuth(provider)) {
    if (tokens?.providers.includes(id)) return provider;
  }
  throw new ConfigurationError([
    `List "${id}" in \`tokens.providers\`, and among the \`providers\`: its tokens are not kept for use.`,
  ]);
}

/** Finds the token for a wish: that of the same wish, or one that covers it. */
function findToken(
  { access }: TokenRecord,
  wish: Wish,
): AccessToken | null {
  const aim = toAim(wish);
  const { scope = [], resource } = wish;
  return access.find((one) => one.aim === aim) ??
    (resource === undefined
      ? access.find((one) => one.aim === "" && covers(one, scope))
      : undefined) ??
    null;
}

function covers({ scope: granted }: AccessToken, scope: readonly string[]) {
  return granted !== null && scope.every((one) => granted.includes(one));
}

/** Whether a token will do: it is valid for long enough, and was not refused. */
function isUsable(
  token: AccessToken,
  { minValidity, refused }: AccessTokenQuery,
  now: number,
): boolean {
  return token.token !== refused && isValid(token, now, minValidity);
}

function isValid(
  { expiresAt }: AccessToken,
  now: number,
  minValidity: number,
): boolean {
  return expiresAt === null || expiresAt - minValidity > now / 1000;
}

function assertGranted(
  { id, source }: ResolvedOAuth,
  { access }: TokenRecord,
  { scope = [], resource }: Wish,
): void {
  // The scopes of other APIs are not among those of the sign-in.
  if (source.tokens?.perApi) return;
  const granted = access.find(({ aim }) => aim === "")?.scope ?? null;
  // A resource has scopes of its own, which only its answer can tell.
  if (granted === null || resource !== undefined) return;
  const missing = scope.filter((one) => !granted.includes(one));
  if (missing.length === 0) return;
  const error = new ConsentRequired(
    `The user has not granted ${missing.join(" ")} at provider "${id}".`,
  );
  error.scope = missing;
  throw error;
}

/** A token to renew. */
interface Renewal {
  readonly provider: ResolvedOAuth;
  readonly query: AccessTokenQuery;
  readonly kept: Kept;
  /** A refresh token that was replaced, although a failed write left it where tokens are kept. */
  readonly replaced?: string | undefined;
}

async function renew(
  ctx: ProviderContext,
  renewal: Renewal,
): Promise<AccessToken> {
  const { provider, query, kept: { record } } = renewal;
  try {
    return await renewOnce(ctx, renewal);
  } catch (error) {
    const known = findToken(record, query);
    const canStay = error instanceof ProviderUnavailable && known !== null &&
      isUsable(known, { ...query, minValidity: 0 }, readClock());
    if (!canStay) throw error;
    ctx.effects.log.warn(
      "tokens",
      `A token of provider "${provider.id}" could not be renewed; the old one, which is still valid, was used.`,
    );
    return known;
  }
}

async function renewOnce(
  ctx: ProviderContext,
  { provider, query, kept, replaced }: Renewal,
): Promise<AccessToken> {
  const used = kept.record.refreshToken;
  if (used === null) throw toGone(provider);
  const lease = await createLease(ctx, kept.owner, used);
  // Another process may have just renewed it.
  const find = (record: TokenRecord) => {
    const token = findToken(record, query);
    const least = { ...query, minValidity: 0 };
    return token !== null && isUsable(token, least, readClock()) ? token : null;
  };
  const renewed = await lease.take((record) => find(record) !== null);
  if (renewed !== null) {
    const token = find(renewed);
    if (token !== null) return token;
    return await renewOnce(ctx, {
      provider,
      query,
      kept: { ...kept, record: renewed },
      replaced: used,
    });
  }
  try {
    const renewal = { provider, query, kept, replaced };
    return await renewLeased(ctx, renewal, lease);
  } finally {
    await lease.release();
  }
}

async function renewLeased(
  ctx: ProviderContext,
  { provider, query, kept, replaced }: Renewal,
  lease: Lease,
): Promise<AccessToken> {
  const keeper = toKeeper(ctx);
  const found = await keeper.find(query);
  if (found === null) {
    throw new NotConnected(
      `The account of provider "${provider.id}" has just been unlinked.`,
    );
  }
  const isOld = replaced !== undefined &&
    found.record.refreshToken === replaced;
  const latest = isOld ? kept : found;
  const token = findToken(latest.record, query);
  if (token !== null && isUsable(token, query, readClock())) return token;
  const { refreshToken } = latest.record;
  if (refreshToken === null) throw toGone(provider);
  const request = { record: latest.record, refreshToken, wish: query };
  const tokens = await refreshTokens(ctx, provider, request);
  const aim = toAim(query);
  const facts = provider.source.tokens ?? {};
  const record = mergeTokens(latest.record, tokens, {
    aim,
    facts,
    now: readClock(),
  });
  // First where late requests look, so that nothing is lost if the next write fails.
  await writeTenaciously(ctx, () => lease.remember(record));
  await writeTenaciously(ctx, () => keeper.save(latest.owner, record, latest));
  const made = record.access.find((one) => one.aim === aim);
  if (made === undefined) {
    throw new ProviderUnavailable(
      `The token endpoint of provider "${provider.id}" gave no access token.`,
    );
  }
  return made;
}

function toGone({ id }: ResolvedOAuth): ReauthenticationRequired {
  return new ReauthenticationRequired(
    `There is no refresh token of provider "${id}" for this user.`,
  );
}
