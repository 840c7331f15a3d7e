/**
 * Renews an access token, in one process at a time.
 *
 * @module
 */

import { AdapterError, ProviderUnavailable } from "../../../errors/errors.ts";
import {
  NotConnected,
  ReauthenticationRequired,
} from "../../../errors/token_errors.ts";
import type { TokenSet } from "../../../model/model.ts";
import type { ProviderContext } from "../../../request/context.ts";
import { readClock } from "../../../runtime/clock.ts";
import { count } from "../../../runtime/counters.ts";
import type { KeptTokens } from "../../../vault/keeper.ts";
import { toKeeper } from "../../../vault/keepers.ts";
import { createLease, type Lease } from "../../../vault/lease.ts";
import {
  type AccessToken,
  addNewer,
  mergeTokens,
  toAim,
  type TokenFields,
  type TokenRecord,
} from "../../../vault/record.ts";
import { writeWithRetries } from "../../../vault/write_with_retries.ts";
import { assertNoPause, pauseAfter, type RefreshTarget } from "./back_off.ts";
import { isDue } from "./exchange_access.ts";
import { type AccessTokenQuery, findFresh, findToken } from "./find_token.ts";
import { refreshTokens, RotatedAndRefused } from "./refresh.ts";
import { isRefused, toReauth } from "./refresh_error.ts";

/** A token, and all tokens of the account if they may be newer than those kept. */
export type Obtained = readonly [AccessToken, TokenRecord | null];

/** A token to renew. */
export interface Renewal extends RefreshTarget {
  readonly query: AccessTokenQuery;
}

/** Seconds that new tokens are kept for late requests. */
const LATE = 120;
/**
 * Seconds that they are kept if they could not be written where they belong.
 */
const UNWRITTEN = 3600;

/**
 * Renews a token, unless another process has just done it.
 *
 * @throws NotConnected, ReauthenticationRequired, ConsentRequired,
 * ProviderUnavailable, ConfigurationError, AdapterError or StoreError
 */
export async function renewToken(
  ctx: ProviderContext,
  renewal: Renewal,
): Promise<Obtained> {
  const { kept: { owner, record } } = renewal;
  if (record.refreshToken === null) throw toGone(renewal);
  assertNoPause(renewal);
  toKeeper(ctx).assertOpen?.(renewal.provider.id);
  const lease = await createLease(ctx, owner);
  const found = await lease.take(async () =>
    toFresh(renewal, await lease.follow(record))
  );
  if (found !== null) return found;
  try {
    // The time limits of requests to the provider begin after the wait.
    const own = { ctx: { ...ctx, now: readClock() }, renewal, lease };
    return await renewLeased(own, await readLatest(own));
  } catch (error) {
    if (error instanceof ProviderUnavailable) pauseAfter(renewal, error);
    throw error;
  } finally {
    await lease.release();
  }
}

/** A renewal by the process that holds the lease. */
interface Leased {
  readonly ctx: ProviderContext;
  readonly renewal: Renewal;
  readonly lease: Lease;
}

async function renewLeased(
  leased: Leased,
  latest: KeptTokens,
  isRetry = false,
): Promise<Obtained> {
  const { ctx, renewal } = leased;
  const { provider, query: target } = renewal;
  const fresh = toFresh(renewal, latest.record);
  if (fresh !== null) return fresh;
  const { owner, record } = latest;
  const { refreshToken } = record;
  if (refreshToken === null) throw toGone(renewal);
  const request = { owner, record, refreshToken, target };
  let tokens: TokenSet & TokenFields;
  try {
    tokens = await countRefresh(
      provider.id,
      () => refreshTokens(ctx, provider, request),
    );
  } catch (error) {
    if (error instanceof RotatedAndRefused) {
      const { refreshToken } = error;
      await keep(leased, latest, { ...latest.record, refreshToken });
      throw error.error;
    }
    if (!isRefused(error)) throw error;
    // A sign-in, or a program that knows no lease, may have replaced it.
    const again = await readLatest(leased);
    const isSame = again.record.refreshToken === refreshToken;
    if (!isSame && !isRetry) return await renewLeased(leased, again, true);
    if (isSame) {
      await keep(leased, again, { ...again.record, refreshToken: null });
    }
    throw error;
  }
  return await keepRenewed(leased, latest, tokens);
}

async function countRefresh<T>(
  provider: string,
  refresh: () => Promise<T>,
): Promise<T> {
  let result = "failed";
  try {
    const tokens = await refresh();
    result = "done";
    return tokens;
  } finally {
    count("latchkey.token.refreshes", {
      "latchkey.provider": provider,
      "latchkey.result": result,
    });
  }
}

async function keepRenewed(
  leased: Leased,
  latest: KeptTokens,
  tokens: TokenSet & TokenFields,
): Promise<Obtained> {
  const { provider, query } = leased.renewal;
  const aim = toAim(query);
  const record = mergeTokens(latest.record, tokens, {
    aim,
    scope: query.scope,
    facts: provider.source,
    now: readClock(),
  });
  await keep(leased, latest, record);
  const made = record.access.find((one) => one.aim === aim);
  if (made !== undefined) return [made, record];
  throw new ProviderUnavailable(
    `The token endpoint of provider "${provider.id}" gave no access token.`,
  );
}

/** Writes what became of a refresh token. */
async function keep(
  leased: Leased,
  before: KeptTokens,
  record: TokenRecord,
): Promise<void> {
  const { ctx, lease } = leased;
  const used = before.record.refreshToken ?? "";
  const remember = (ttl: number) =>
    writeWithRetries(ctx, () => lease.remember(used, record, ttl));
  // They are written first where late requests look, so that nothing is lost if
  // the next write fails.
  await remember(LATE);
  const isKept = await writeWithRetries(
    ctx,
    () => save(leased, before, record),
  ) || await remember(UNWRITTEN);
  if (!isKept) lease.hold(used, record);
}

async function save(
  { ctx, renewal: { query } }: Leased,
  before: KeptTokens,
  record: TokenRecord,
): Promise<void> {
  const { owner } = before;
  const keeper = toKeeper(ctx);
  if (await keeper.save(owner, record, before)) return;
  const { providerAccountId: account } = owner;
  const now = await keeper.find({ ...query, account });
  // A sign-in has brought another refresh token, or they were removed.
  const { refreshToken } = before.record;
  if (now === null || now.record.refreshToken !== refreshToken) return;
  const both = { ...record, access: addNewer(now.record, record).access };
  if (await keeper.save(owner, both, now)) return;
  throw new AdapterError(
    "Tokens changed again and again while they were kept.",
  );
}

/**
 * Reads the tokens as they are now. If they were replaced without being written,
 * by a process that died for example, they are written now.
 */
async function readLatest(
  { ctx, renewal, lease }: Leased,
): Promise<KeptTokens> {
  const { provider, query, kept: { owner } } = renewal;
  const keeper = toKeeper(ctx);
  const { providerAccountId: account } = owner;
  const found = await keeper.find({ ...query, account });
  if (found === null) {
    throw new NotConnected(
      `The account of provider "${provider.id}" has just been unlinked.`,
    );
  }
  const record = await lease.follow(found.record);
  if (record.refreshToken === found.record.refreshToken) {
    return { ...found, record };
  }
  const isKept = await writeWithRetries(ctx, async () => {
    await keeper.save(owner, record, found);
  });
  const written = isKept ? await keeper.find({ ...query, account }) : null;
  return written ?? { ...found, record };
}

function toFresh(
  { provider, query, kept }: Renewal,
  record: TokenRecord,
): Obtained | null {
  const now = readClock();
  const old = findToken(kept.record, query);
  const token = findFresh(record, query, { old, now });
  const isFresh = token !== null && !isDue(provider, token, now);
  return isFresh ? [token, record] : null;
}

/** The error of a user without a refresh token. If there was one, it has just been refused. */
function toGone(
  { provider: { id }, kept: { record } }: Renewal,
): ReauthenticationRequired {
  if (record.refreshToken !== null) return toReauth(id);
  return new ReauthenticationRequired(
    `There is no refresh token of provider "${id}" for this user.`,
  );
}
