/**
 * Limits against guessing and flooding, on the `Store`. Attempts are counted by
 * client address and by account. An address that has too many is refused until
 * they are old. An account is slowed and, unless the application asks for it,
 * never closed: otherwise an attacker could lock its owner out. Of an account's
 * turns one address gets few, those that have used up theirs come last, and a
 * browser that signed in to it before has turns of its own.
 *
 * @module
 */

import {
  addAttempt,
  type AttemptLog,
  endRow,
  type Measure,
  takeBack,
  toWait,
  writeLog,
} from "./sliding_window.ts";
import type { CookieChange } from "../http/cookies.ts";
import { type KnownBy, rememberDevice } from "./known_device.ts";
import {
  RateLimited,
  StoreError,
  toAuthError,
  toRow,
} from "../errors/errors.ts";
import {
  type Aim,
  type Bucket,
  changeLog,
  type Count,
  findCounted,
  type LimitContext,
  listAims,
  PATIENCE,
  readCount,
  toAccountAim,
  type Try,
  type Turn,
} from "./limit_counts.ts";
import type { LimitRule } from "../config/limit_rules.ts";
import {
  forgetForRequest,
  oncePerRequest,
  recallForRequest,
} from "../storage/process_cache.ts";
import { lookAtLine } from "../runtime/serial_queue.ts";
import { limitTime } from "../runtime/timeout.ts";

export type { LimitContext, Try };

/**
 * Milliseconds to wait for an attempt that was one of very many at the same
 * moment.
 */
const CROWDED = 1000;

/**
 * Counts an attempt before it is made, so that simultaneous ones count as well.
 * It stays counted until {@link recordSuccess}. For a kind that counts only
 * failures, the limit is only checked. The proof is checked in any case, so a
 * failing store lets attempts pass, with a log line for each.
 *
 * @throws RateLimited if there are too many
 */
export async function assertWithinLimits(
  ctx: LimitContext,
  attempt: Try,
): Promise<void> {
  const wait = await withRule(ctx, attempt, async (rule, turn) => {
    let shortest = Infinity;
    for (const aims of await listAims(ctx, rule, attempt)) {
      const wait = await takeOrWait(ctx, rule, aims, turn);
      if (wait === 0) return 0;
      shortest = Math.min(shortest, wait);
    }
    return shortest;
  }, CROWDED);
  if (wait === null || wait === 0) return;
  const { kind } = attempt;
  const { address } = ctx.request;
  const retryAfter = Math.max(1, Math.ceil(wait / 1000));
  await ctx.effects.emit("rateLimited", {
    kind,
    ...(address === null ? {} : { address }),
    retryAfter,
  });
  const error = new RateLimited(`Too many attempts (${kind}).`, retryAfter);
  // The limited kind decides which other ways the page offers; it is not
  // public.
  error.code = kind;
  throw error;
}

/**
 * Takes a place in the logs; returns the milliseconds to wait if there is none.
 */
async function takeOrWait(
  ctx: LimitContext,
  rule: LimitRule,
  aims: readonly Aim[],
  turn: Turn,
): Promise<number> {
  const count = await readCount(ctx, aims);
  const own = findOwn(count);
  const waits = count.map(({ measure, log }) =>
    toWait(log, measure, ctx.now, own)
  );
  const longest = Math.max(0, ...waits);
  if (longest > 0 || rule.counts === "failures") return longest;
  return await takeAll(ctx, count, turn);
}

/**
 * Finds the log of the address's attempts at the account, if they are counted.
 */
function findOwn(count: Count): AttemptLog | null {
  return count.find(({ measure }) => measure.kind === "own")?.log ?? null;
}

/**
 * Records a success: its attempt no longer counts. Other attempts still do, so
 * signing in to an account of one's own does not reset the limits of others. A
 * success ends only failures in a row, and only for the name that was proved.
 *
 * @param moment when it was counted; null if unknown, so that nothing is given
 * back
 */
export async function recordSuccess(
  ctx: LimitContext,
  attempt: Try,
  moment: number | null = ctx.now,
): Promise<void> {
  const closed = toClosed(ctx, attempt);
  // A sign-in method that is not limited itself reopens a closed account as
  // well.
  const isOwn = ctx.settings.limits[attempt.kind] !== null ||
    closed.length === 0;
  const tried: Try = isOwn ? attempt : { kind: "credentials", account: null };
  const counted = isOwn && moment !== null ? moment : NaN;
  await withRule(ctx, tried, async (rule, turn) => {
    if (rule.counts !== "attempts") return;
    if (closed.length === 0 && !(counted > 0)) return;
    const made = { attempt: tried, moment: counted };
    const { own, others } = await findCounted(ctx, rule, made, closed);
    await changeAll(
      ctx,
      own,
      turn,
      (log, measure) => endRow(takeBack(log, measure, counted), measure),
    );
    // The attempt was not counted here, so others of the same millisecond stay.
    await changeAll(ctx, others, turn, endRow);
  }, undefined);
}

/**
 * Makes the browser known for the account that has just signed in, if attempts
 * at that account are counted.
 */
export async function rememberBrowser(
  ctx: LimitContext,
  { kind, person = null }: Try,
  known: KnownBy,
): Promise<readonly CookieChange[]> {
  const rule = ctx.settings.limits[kind];
  return rule === null || person === null || rule.account === Infinity
    ? []
    : [await rememberDevice(ctx, person, known)];
}

/**
 * Returns the password logs that a success reopens if failures in a row close
 * them: that of the account itself, and those with the address of a mail as
 * their account.
 */
function toClosed(
  { settings: { limits, providers } }: LimitContext,
  { kind, account }: Try,
): Aim[] {
  const rule = limits.credentials;
  if (rule === null || rule.failures === Infinity) return [];
  const names = kind === "credentials"
    ? [account]
    : kind === "email"
    ? [...providers.values()].filter(({ type }) => type === "credentials")
      .map(({ id }) => `${id} ${account}`)
    : [];
  return names.map((name) => toAccountAim("credentials", rule, name));
}

/**
 * Makes an attempt, unless there were too many. One that fails because of an
 * outage does not count. Any other failure counts, even if the application is
 * at fault: an attacker could provoke it.
 *
 * @param isVain whether an error means that nothing of what is limited was done
 * @throws RateLimited if there were too many, and any error of the attempt
 */
export async function limitAttempt<T>(
  ctx: LimitContext,
  attempt: Try,
  make: () => Promise<T>,
  isVain: (error: unknown) => boolean = isOutage,
): Promise<T> {
  await assertWithinLimits(ctx, attempt);
  try {
    return await make();
  } catch (error) {
    if (isVain(error)) {
      await withRule(ctx, attempt, async (rule, turn) => {
        const made = { attempt, moment: ctx.now };
        const { own } = await findCounted(ctx, rule, made);
        await takeAllBack(ctx, own, ctx.now, turn);
      }, undefined);
    }
    throw error;
  }
}

/**
 * Whether an error means that the library, or a service it depends on, is out
 * of order.
 */
export function isOutage(error: unknown): boolean {
  const known = toAuthError(error);
  return known !== null && toRow(known).isOutage === true;
}

async function takeAllBack(
  ctx: LimitContext,
  buckets: Count,
  moment: number,
  turn: Turn,
): Promise<void> {
  await changeAll(
    ctx,
    buckets,
    turn,
    (log, measure) => takeBack(log, measure, moment),
  );
}

/** Changes every log, and writes those that differ afterwards. */
async function changeAll(
  ctx: LimitContext,
  buckets: Count,
  turn: Turn,
  change: (log: AttemptLog, measure: Measure) => AttemptLog,
): Promise<void> {
  for (const bucket of buckets) {
    const decide = (log: AttemptLog) => {
      const next = change(log, bucket.measure);
      return writeLog(next) === writeLog(log) ? null : next;
    };
    await changeLog(ctx, bucket, decide, turn);
  }
}

/** Answers are counted by address only, since the account is known too late. */
const ANSWER: Try = { kind: "callback", account: null };

/**
 * Accepts an answer that this browser was asked for, unless too many from its
 * address were wrong. Only such answers may be counted here: otherwise any page
 * could make a visitor's browser use up the visitor's limit.
 *
 * @throws RateLimited if there were too many
 */
export async function limitFailures<T>(
  ctx: LimitContext,
  take: () => Promise<T>,
  attempt: Try = ANSWER,
): Promise<T> {
  await assertWithinLimits(ctx, attempt);
  try {
    return await take();
  } catch (error) {
    // An outage is not the visitor's fault.
    const known = toAuthError(error);
    if (known !== null && known.status < 500) await recordFailure(ctx, attempt);
    throw error;
  }
}

async function recordFailure(ctx: LimitContext, attempt: Try): Promise<void> {
  await withRule(ctx, attempt, async (rule, turn) => {
    const [aims = []] = await listAims(ctx, rule, attempt);
    for (const bucket of await readCount(ctx, aims)) {
      const log = await changeLog(
        ctx,
        bucket,
        (log) => addAttempt(log, bucket.measure, ctx.now),
        turn,
      );
      remember(ctx, log);
    }
  }, undefined);
}

const WORK = "attempts";
const NOBODY: readonly unknown[] = [];

/**
 * Returns how many attempts counted against the sender when this request was
 * counted: by address, else by account; null if it was not.
 */
export function recallAttempts(
  { request }: Pick<LimitContext, "request">,
): number | null {
  return recallForRequest<number>(request, WORK, NOBODY) ?? null;
}

function remember({ request }: LimitContext, log: AttemptLog | null): void {
  if (log === null) return;
  forgetForRequest(request, [WORK]);
  oncePerRequest(request, WORK, NOBODY, () => log.times.length);
}

/** Takes a place in every log, or in none. */
async function takeAll(
  ctx: LimitContext,
  buckets: Count,
  turn: Turn,
): Promise<number> {
  const taken: Bucket[] = [];
  let own: AttemptLog | null = null;
  for (const [i, bucket] of buckets.entries()) {
    const { measure } = bucket;
    let wait = 0;
    const log = await changeLog(
      ctx,
      bucket,
      (log) => {
        // The log may have changed since it was read, so the version before
        // this attempt counts.
        if (measure.kind === "own") own = log;
        wait = toWait(log, measure, ctx.now, own);
        return wait > 0 ? null : addAttempt(log, measure, ctx.now, own);
      },
      turn,
      // The limit admits no more than these.
      measure.max,
    );
    if (i === 0) remember(ctx, log);
    if (wait > 0 || log === null) {
      await takeAllBack(ctx, taken, ctx.now, turn);
      return wait || CROWDED;
    }
    taken.push({ ...bucket, text: writeLog(log), log });
  }
  return 0;
}

/**
 * Runs limiter work for a kind that is limited. If the store fails, or takes
 * too long, the attempt goes on, and a log line reports it. An attempt that
 * times out in a long queue is refused until later instead.
 *
 * @param crowded the result in that case
 * @returns null if nothing is limited, or if the store failed
 */
async function withRule<T>(
  ctx: LimitContext,
  { kind }: Try,
  work: (rule: LimitRule, turn: Turn) => Promise<T>,
  crowded: T,
): Promise<T | null> {
  const rule = ctx.settings.limits[kind];
  if (rule === null) return null;
  const turn: Turn = { isOver: false, isServed: false, line: null };
  let isCrowded = false;
  const end = () => {
    turn.isOver = true;
    // If the queue has moved, the store works.
    const { line, isServed } = turn;
    isCrowded = isServed ||
      line !== null && lookAtLine(line.key).done > line.done;
  };
  const counting = work(rule, turn);
  // A slow store that the application tolerates counts attempts, too.
  const patience = Math.max(PATIENCE, ctx.settings.storeTimeout);
  try {
    return await limitTime(counting, patience, "Counting an attempt", end);
  } catch (error) {
    if (isCrowded) return crowded;
    const message = "An attempt could not be counted, so it was not limited.";
    ctx.effects.log.error(new StoreError(message, { cause: error }));
    return null;
  }
}
