/**
 * Limits against guessing and flooding, on the `Store`. Attempts are counted by
 * client address and by account. An address that has too many is refused until
 * they are old. An account is slowed and, unless the host asks for it, never
 * closed: a stranger could lock its owner out. Of an account's turns one address
 * gets few, those that have used up theirs come last, and a browser that signed
 * in to it before has turns of its own.
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
import type { ErrorType } from "../errors/error_table.ts";
import { RateLimited, StoreError, toAuthError } from "../errors/errors.ts";
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
import { limitTime } from "../runtime/time_limit.ts";

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
  // What is limited decides which other ways the page names; it is not public.
  error.code = kind;
  throw error;
}

/** Takes a place in the logs; gives the milliseconds to wait if there is none. */
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

/** What the address tried at the account, where it is counted. */
function findOwn(count: Count): AttemptLog | null {
  return count.find(({ measure }) => measure.kind === "own")?.log ?? null;
}

/**
 * An attempt that succeeded: it does not count any more. Others' attempts go on
 * counting, so an account of one's own opens no door to those of others. Only
 * failures in a row end with a success, and only for the name that was proved.
 *
 * @param moment when it was counted; null: nobody knows, so nothing is given back
 */
export async function recordSuccess(
  ctx: LimitContext,
  attempt: Try,
  moment: number | null = ctx.now,
): Promise<void> {
  const closed = toClosed(ctx, attempt);
  // A way in that is not limited itself opens what is closed as well.
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
    // It was not counted here: what was tried in the same millisecond stays.
    await changeAll(ctx, others, turn, endRow);
  }, undefined);
}

/**
 * Lets the browser be known for whom it has just signed in, where attempts at
 * that account are counted.
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
 * The password logs that a success opens again where failures in a row close
 * them: that of the account itself, and those that have the address of a mail
 * as their account.
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

/** What is out of order then is not the visitor, nor what the visitor sent. */
const OUTAGES: readonly ErrorType[] = [
  "AdapterError",
  "Overloaded",
  "ProviderUnavailable",
  "StoreError",
];

/**
 * Makes an attempt, if there were not too many. One that comes to nothing
 * because of an outage does not count. What else fails counts, also if it is
 * the application that fails: whoever guesses could make it.
 *
 * @param isVain whether an error says that nothing of what is limited was done
 * @throws RateLimited if there were too many, and what the attempt throws
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

/** Whether an error says that the library, or what it depends on, is out of order. */
export function isOutage(error: unknown): boolean {
  const type = toAuthError(error)?.type;
  return type !== undefined && OUTAGES.includes(type);
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

/** Changes every log, and writes those that differ after. */
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
        // It may have changed since it was read: what counts is what was before.
        if (measure.kind === "own") own = log;
        wait = toWait(log, measure, ctx.now, own);
        return wait > 0 ? null : addAttempt(log, measure, ctx.now, own);
      },
      turn,
      // No more than these could pass.
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
 * Does something about a kind that is limited. If the store fails, or takes too
 * long, nobody is shut out: the log says so, and the attempt goes on. Who waits
 * too long because so many are in line is told to come later instead.
 *
 * @param crowded what it gives then
 * @returns null where nothing is limited, or the store failed
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
    // A line that moves has a store that answers.
    const { line, isServed } = turn;
    isCrowded = isServed ||
      line !== null && lookAtLine(line.key).done > line.done;
  };
  const counting = work(rule, turn);
  // A slow store that the host puts up with counts attempts, too.
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
