/**
 * Limits against guessing and flooding, on the `Store`. Attempts are counted by
 * client address and by account. An address that has too many is refused until
 * they are old. An account is slowed and, unless the application asks for it,
 * never closed: otherwise an attacker could lock its owner out. One address
 * makes few attempts at an account, so that twenty attackers do not fill its
 * bucket, and a browser that signed in to it before has a bucket of its own.
 *
 * @module
 */

import {
  addAttempt,
  type AttemptLog,
  endRow,
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
  changeLog,
  type Counter,
  findCounted,
  type LimitContext,
  type LimitWork,
  listCounters,
  type Progress,
  readLogs,
  type StoredLog,
  toAccountCounter,
  type Try,
} from "./limit_counts.ts";
import {
  forgetForRequest,
  oncePerRequest,
  recallForRequest,
} from "../storage/process_cache.ts";
import { inspectQueue } from "../runtime/serial_queue.ts";
import { limitTime } from "../runtime/timeout.ts";

export type { LimitContext, Try };

/**
 * Milliseconds until an attempt goes on uncounted, unless one call to the store
 * may take longer.
 */
const PATIENCE = 2000;
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
  const wait = await withRule(ctx, attempt.kind, async (work) => {
    let shortest = Infinity;
    for (const counters of await listCounters(work, attempt)) {
      const wait = await takeOrWait(work, await readLogs(work, counters));
      if (wait === 0) return 0;
      shortest = Math.min(shortest, wait);
    }
    return shortest;
  });
  if (wait === 0) return;
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
 * Takes a place in every log, or in none.
 *
 * @returns the milliseconds to wait if there is none
 */
async function takeOrWait(
  work: LimitWork,
  logs: readonly StoredLog[],
): Promise<number> {
  const waits = logs.map(({ measure, log }) => toWait(log, measure, work.now));
  const longest = Math.max(0, ...waits);
  if (longest > 0 || work.rule.counts === "failures") return longest;
  const taken: StoredLog[] = [];
  for (const stored of logs) {
    const result = await take(work, stored);
    if (typeof result === "number") {
      for (const one of taken) await giveBack(work, one, work.now);
      return result;
    }
    if (taken.length === 0) rememberAttempts(work, result);
    taken.push({ ...stored, text: writeLog(result), log: result });
  }
  return 0;
}

/** Takes a place in a log; returns the milliseconds to wait if there is none. */
async function take(
  work: LimitWork,
  stored: StoredLog,
): Promise<AttemptLog | number> {
  const { key, measure } = stored;
  // The limit admits no more than these.
  if (inspectQueue(key).length >= measure.max) return CROWDED;
  let wait = 0;
  const log = await changeLog(work, stored, (log) => {
    // The log may have changed since it was read.
    wait = toWait(log, measure, work.now);
    return wait > 0 ? null : addAttempt(log, measure, work.now);
  });
  return wait || (log ?? CROWDED);
}

/** Takes the attempt of a moment out of a log. */
async function giveBack(
  work: LimitWork,
  stored: StoredLog,
  moment: number,
): Promise<void> {
  const { measure } = stored;
  await changeLog(work, stored, (log) => takeBack(log, measure, moment));
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
  const isOwn = moment !== null && ctx.settings.limits[attempt.kind] !== null;
  if (!isOwn && closed.length === 0) return;
  // A sign-in method that is not limited itself reopens a closed account as
  // well.
  const made = isOwn
    ? { attempt, moment }
    : { attempt: CREDENTIALS, moment: NaN };
  await withRule(ctx, made.attempt.kind, async (work) => {
    if (work.rule.counts === "failures") return;
    const { own, others } = await findCounted(work, made, closed);
    for (const stored of own) {
      const { measure } = stored;
      await changeLog(
        work,
        stored,
        (log) => endRow(takeBack(log, measure, made.moment), measure),
      );
    }
    // The attempt was not counted here, so others of the same millisecond stay.
    for (const stored of others) {
      await changeLog(work, stored, (log) => endRow(log, stored.measure));
    }
  });
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
): Counter[] {
  const rule = limits.credentials;
  if (account === null || rule === null || !isFinite(rule.failures)) return [];
  const names = kind === "credentials"
    ? [account]
    : kind === "email"
    ? [...providers.values()].filter(({ type }) => type === "credentials")
      .map(({ id }) => `${id} ${account}`)
    : [];
  return names.map((name) => toAccountCounter("credentials", rule, name));
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
      await withRule(ctx, attempt.kind, async (work) => {
        const { own } = await findCounted(work, { attempt, moment: ctx.now });
        for (const stored of own) await giveBack(work, stored, ctx.now);
      });
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

const CREDENTIALS: Try = { kind: "credentials", account: null };
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
  await withRule(ctx, attempt.kind, async (work) => {
    const [counters = []] = await listCounters(work, attempt);
    for (const stored of await readLogs(work, counters)) {
      const log = await changeLog(
        work,
        stored,
        (log) => addAttempt(log, stored.measure, ctx.now),
      );
      if (log !== null) rememberAttempts(ctx, log);
    }
  });
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

function rememberAttempts({ request }: LimitContext, log: AttemptLog): void {
  forgetForRequest(request, [WORK]);
  oncePerRequest(request, WORK, NOBODY, () => log.times.length);
}

/**
 * Runs limiter work for a kind that is limited. If the store fails, or takes
 * too long, the attempt goes on, and a log line reports it. An attempt that
 * times out in a long queue is refused until later instead.
 *
 * @param run returns the milliseconds to wait, if any
 * @returns the milliseconds to wait; 0 as well if nothing is limited, or if the
 * store failed
 */
async function withRule(
  ctx: LimitContext,
  kind: Try["kind"],
  run: (work: LimitWork) => Promise<number | void>,
): Promise<number> {
  const rule = ctx.settings.limits[kind];
  if (rule === null) return 0;
  const progress: Progress = { isOver: false, isServed: false, queue: null };
  let isCrowded = false;
  const end = () => {
    progress.isOver = true;
    // If the queue has moved, the store works.
    const { queue, isServed } = progress;
    isCrowded = isServed ||
      queue !== null && inspectQueue(queue.key).done > queue.done;
  };
  const counting = run({ ...ctx, rule, progress });
  // A slow store that the application tolerates counts attempts, too.
  const patience = Math.max(PATIENCE, ctx.settings.storeTimeout);
  try {
    const wait = limitTime(counting, patience, "Counting an attempt", end);
    return await wait ?? 0;
  } catch (error) {
    if (isCrowded) return CROWDED;
    const message = "An attempt could not be counted, so it was not limited.";
    ctx.effects.log.error(new StoreError(message, { cause: error }));
    return 0;
  }
}
