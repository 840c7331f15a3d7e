/**
 * Limits against guessing and flooding, on the `Store`. Attempts are counted by
 * client address and by account. An address that has too many is refused until
 * they are old. An account is slowed and never shut: a stranger could else shut
 * its owner out. Of an account's turns one address gets few, and a browser that
 * signed in to it before has turns of its own.
 *
 * @module
 */

import type { AttemptLog } from "./attempt_log.ts";
import { addAttempt, takeBack, toWait } from "./attempt_log.ts";
import type { CookieChange } from "./cookies.ts";
import { rememberDevice } from "./device.ts";
import { RateLimited, StoreError, toAuthError } from "./errors.ts";
import {
  changeLog,
  type Count,
  forgetLog,
  type LimitContext,
  PATIENCE,
  readCount,
  toWhom,
  type Try,
} from "./limit_counts.ts";
import type { LimitRule } from "./limit_rules.ts";
import {
  forgetForRequest,
  oncePerRequest,
  recallForRequest,
} from "./shared.ts";
import { limitTime } from "./time_limit.ts";

export type { LimitContext, Try };

/** Milliseconds to wait for who was one of very many at the same moment. */
const CROWDED = 1000;

/**
 * Counts an attempt before it is made, so that those made at the same time count
 * as well. It stays counted until {@link recordSuccess}. A kind that counts only
 * failures is only asked about. The proof is checked in any case, so a store
 * that fails lets attempts pass, with a log line for each.
 *
 * @throws RateLimited if there are too many
 */
export async function assertWithinLimits(
  ctx: LimitContext,
  attempt: Try,
): Promise<void> {
  const wait = await withRule(ctx, attempt, async (rule, isOver) => {
    const count = await readCount(ctx, rule, attempt);
    const waits = count.buckets.map(({ measure, log }) =>
      toWait(log, measure, ctx.now)
    );
    const longest = Math.max(0, ...waits);
    if (longest > 0 || rule.counts === "failures") return longest;
    return await takeAll(ctx, count, isOver);
  });
  if (wait === null || wait === 0) return;
  const { kind } = attempt;
  const { address } = ctx.request;
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  await ctx.effects.emit("rateLimited", {
    kind,
    ...(address === null ? {} : { address }),
    retryAfter,
  });
  throw new RateLimited(`Too many attempts (${kind}).`, retryAfter);
}

/**
 * An attempt that succeeded: it does not count any more. Others' attempts go on
 * counting, so an account of one's own opens no door to those of others.
 *
 * @returns what lets the browser be known for the account from now on
 */
export async function recordSuccess(
  ctx: LimitContext,
  attempt: Try,
): Promise<readonly CookieChange[]> {
  const remembered = await withRule(ctx, attempt, async (rule, isOver) => {
    const count = await readCount(ctx, rule, attempt);
    if (count.isKnown) {
      for (const bucket of count.buckets) await forgetLog(ctx, bucket);
    } else if (rule.counts === "attempts") {
      await takeAllBack(ctx, count, isOver);
    }
    const whom = rule.account === Infinity ? null : toWhom(attempt.account);
    return whom === null ? [] : [await rememberDevice(ctx, whom)];
  });
  return remembered ?? [];
}

/**
 * Makes an attempt, if there were not too many. One that comes to nothing
 * through no fault of the visitor's does not count.
 *
 * @param hasEffect whether an error came when what is limited had been done
 * @throws RateLimited if there were too many, and what the attempt throws
 */
export async function limitAttempt<T>(
  ctx: LimitContext,
  attempt: Try,
  make: () => Promise<T>,
  hasEffect: (error: unknown) => boolean = () => false,
): Promise<T> {
  await assertWithinLimits(ctx, attempt);
  try {
    return await make();
  } catch (error) {
    const known = toAuthError(error);
    const isOutage = known === null || known.status >= 500;
    if (isOutage && !hasEffect(error)) await forgive(ctx, attempt);
    throw error;
  }
}

async function forgive(ctx: LimitContext, attempt: Try): Promise<void> {
  await withRule(ctx, attempt, async (rule, isOver) => {
    await takeAllBack(ctx, await readCount(ctx, rule, attempt), isOver);
  });
}

async function takeAllBack(
  ctx: LimitContext,
  { buckets }: Count,
  isOver: () => boolean,
): Promise<void> {
  for (const bucket of buckets) {
    await changeLog(
      ctx,
      bucket,
      (log) => log.length === 0 ? null : takeBack(log, ctx.now),
      isOver,
    );
  }
}

/** What comes back from a provider, a mail or a passkey is counted by address only: who it is shows too late. */
const ANSWER: Try = { kind: "callback", account: null };

/**
 * Takes an answer that this browser was asked for, unless too many of its
 * address were wrong. Only those may be counted here: what any page can make a
 * visitor's browser send would let it use up the visitor's limit.
 *
 * @throws RateLimited if there were too many
 */
export async function limitFailures<T>(
  ctx: LimitContext,
  take: () => Promise<T>,
): Promise<T> {
  await assertWithinLimits(ctx, ANSWER);
  try {
    return await take();
  } catch (error) {
    // An outage is not the visitor's doing.
    const known = toAuthError(error);
    if (known !== null && known.status < 500) await recordFailure(ctx, ANSWER);
    throw error;
  }
}

async function recordFailure(ctx: LimitContext, attempt: Try): Promise<void> {
  await withRule(ctx, attempt, async (rule, isOver) => {
    const { buckets } = await readCount(ctx, rule, attempt);
    for (const bucket of buckets) {
      const log = await changeLog(
        ctx,
        bucket,
        (log) => addAttempt(log, bucket.measure, ctx.now),
        isOver,
      );
      remember(ctx, log);
    }
  });
}

const WORK = "attempts";
const NOBODY: readonly unknown[] = [];

/**
 * How many attempts counted against who sends this request when it was counted:
 * by address, else by account; null if it was not.
 */
export function recallAttempts(
  { request }: Pick<LimitContext, "request">,
): number | null {
  return recallForRequest<number>(request, WORK, NOBODY) ?? null;
}

function remember({ request }: LimitContext, log: AttemptLog | null): void {
  if (log === null) return;
  forgetForRequest(request, [WORK]);
  oncePerRequest(request, WORK, NOBODY, () => log.length);
}

/** Takes a place in every log. One that is full by now refuses. */
async function takeAll(
  ctx: LimitContext,
  { buckets }: Count,
  isOver: () => boolean,
): Promise<number> {
  for (const [i, bucket] of buckets.entries()) {
    const { measure } = bucket;
    let wait = 0;
    const log = await changeLog(
      ctx,
      bucket,
      (log) => {
        wait = toWait(log, measure, ctx.now);
        return wait > 0 ? null : addAttempt(log, measure, ctx.now);
      },
      isOver,
    );
    if (i === 0) remember(ctx, log);
    if (wait > 0 || log === null) return wait || CROWDED;
  }
  return 0;
}

/**
 * Does something about a kind that is limited. If the store fails, or takes too
 * long, nobody is shut out: the log says so, and the attempt goes on.
 *
 * @returns null where nothing is limited, or the store failed
 */
async function withRule<T>(
  ctx: LimitContext,
  { kind }: Try,
  work: (rule: LimitRule, isOver: () => boolean) => Promise<T>,
): Promise<T | null> {
  const rule = ctx.settings.limits[kind];
  if (rule === null) return null;
  let isOver = false;
  const end = () => isOver = true;
  const counting = work(rule, () => isOver);
  try {
    return await limitTime(counting, PATIENCE, "Counting an attempt", end);
  } catch (error) {
    const message = "An attempt could not be counted, so it was not limited.";
    ctx.effects.log.error(new StoreError(message, { cause: error }));
    return null;
  }
}
