/**
 * Logs of attempts as a store keeps them, and the decisions based on them. All
 * functions are pure: the limiter reads the store, calls them, and writes the
 * result.
 *
 * An account's turns are a leaky bucket. Each attempt adds `pause` seconds to
 * the bucket, which drains by a second each second, so an account gets at most
 * `burst + T / pause` attempts in any T seconds, from however many addresses.
 *
 * @module
 */

import { CLOCK_TOLERANCE } from "../runtime/clock.ts";

/** A log of earlier attempts. Moments are in milliseconds since the epoch. */
export interface AttemptLog {
  /** The attempts that count, earliest first, and no more than are needed. */
  readonly times: readonly number[];
  /** The moment when the bucket is empty again. */
  readonly until: number;
  /** The moment when an address last used one of its free turns. */
  readonly last: number;
  /** Failures in a row. */
  readonly row: number;
  /** The names with a successful sign-in, latest first. */
  readonly proved: readonly Proved[];
}

/**
 * A name with a successful sign-in. Names that are counted as one may belong to
 * different people, so a success ends the row for its own name only.
 */
export interface Proved {
  /** The name, as in {@link Turns.typed}. */
  readonly typed: string;
  /** Failures of the row before the success, under any name. */
  readonly before: number;
  /** Failures of the row since the success, under this name. */
  readonly own: number;
}

/** The measure of a log. */
export type Measure =
  /** At most `max` attempts in any `window` seconds. */
  | { readonly kind: "window"; readonly max: number; readonly window: number }
  /** The attempts of one address at one account, used with {@link Turns}. */
  | { readonly kind: "own"; readonly max: number; readonly window: number }
  | Turns;

/** All attempts at one account that are counted together. */
export interface Turns {
  readonly kind: "turns";
  /** Attempts that are free while the bucket fills for the first time. */
  readonly max: number;
  /** Seconds that an attempt adds to the bucket. */
  readonly pause: number;
  /**
   * Turns that an address has before those that have used up theirs; 0: none.
   */
  readonly free: number;
  /** Failures in a row that close the account. */
  readonly failures: number;
  /**
   * The name that was typed in, as a keyed hash; needed if failures close the
   * account.
   */
  readonly typed?: string;
}

/** Seconds between two free turns, times the number of the turn: 5, 10 and 15. */
const SPACING = 5;
/** Attempts that fit into the bucket beyond `max`, for each free turn. */
const BURST = 30;
/**
 * Room in the bucket reserved, for each turn already used, for addresses that
 * have used fewer.
 */
const ROOM = 10;
/**
 * Wait of an address that has used up its free turns, in pauses of the account.
 */
const REST = 24;
/** Number of such waits for which the free turns of an address stay used up. */
const MEMORY = 20;
/** Spare attempts to remember, because some may be taken back. */
const SPARE = 16;
/**
 * Wait reported for a closed account, in milliseconds. Time does not open it.
 */
const CLOSED = 86_400_000;
/** Seconds for which each failure in a row is remembered. */
const FAILURE_AGE = 4 * 86_400;
/** Limit of the names kept for one account. */
const MAX_PROVED = 4;
/** Milliseconds that another process's clock may be ahead. */
const AHEAD = CLOCK_TOLERANCE * 1000;

/** The log without any attempts. */
export const EMPTY: AttemptLog = {
  times: [],
  until: 0,
  last: 0,
  row: 0,
  proved: [],
};

/** Returns the measure of one address's attempts at an account. */
export function toOwn({ max, pause }: Turns): Measure {
  return { kind: "own", max, window: MEMORY * REST * pause };
}

/** Returns the number of attempts that fit into the bucket of an account. */
export function toBurst({ max, free }: Turns): number {
  return max + BURST * free;
}

/** Returns the seconds for which a log is needed. */
export function toAge(log: AttemptLog, measure: Measure): number {
  if (measure.kind !== "turns") return measure.window;
  const age = toBurst(measure) * measure.pause;
  return measure.failures === Infinity
    ? age
    : Math.max(age, log.row * FAILURE_AGE);
}

/**
 * Reads the attempts that still count from a stored text. Invalid text is
 * ignored, and so are moments written by a clock that has been set back since.
 */
export function readLog(
  text: string | null,
  measure: Measure,
  now: number,
): AttemptLog {
  const [first = "", second = "", third = ""] = (text ?? "").split(";");
  const times = readNumbers(first)
    .filter((time) => time <= now + AHEAD)
    .sort((a, b) => a - b);
  if (measure.kind !== "turns") {
    const since = now - measure.window * 1000;
    return { ...EMPTY, times: times.filter((time) => time > since) };
  }
  const [until = NaN, last = NaN, row = NaN] = readNumbers(second);
  const latest = now + toBurst(measure) * measure.pause * 1000 + AHEAD;
  const kept = row >= 0
    ? { row, proved: readProved(third, row) }
    : { row: 0, proved: [] };
  return until > now && until <= latest
    ? { times, until, last: last <= now + AHEAD ? last : 0, ...kept }
    : { ...EMPTY, ...kept };
}

function readProved(text: string, row: number): Proved[] {
  return text.split(",").flatMap((part) => {
    const [, typed = "", rest = ""] = /^([\w-]{8})\.(.*)$/.exec(part) ?? [];
    const [before = NaN, own = NaN] = readNumbers(rest.replace(".", ","));
    return before <= row && own <= row ? [{ typed, before, own }] : [];
  }).slice(0, MAX_PROVED);
}

function readNumbers(text: string): number[] {
  return text.split(",").map((part) =>
    /^[0-9a-z]{1,11}$/.test(part) ? parseInt(part, 36) : NaN
  );
}

/** Writes a log as text. */
export function writeLog(
  { times, until, last, row, proved }: AttemptLog,
): string {
  const write = (numbers: readonly number[]) =>
    numbers.map((one) => one.toString(36)).join(",");
  const rest = until + row > 0 ? `;${write([until, last, row])}` : "";
  const names = row > 0 && proved.length > 0
    ? `;${proved.map(writeProved)}`
    : "";
  return write(times) + rest + names;
}

function writeProved({ typed, before, own }: Proved): string {
  return [typed, before.toString(36), own.toString(36)].join(".");
}

/**
 * Returns how long the next attempt has to wait.
 *
 * @param own the log of the same address at the same account; null if the
 * address makes no difference or is not known
 * @returns milliseconds; 0: it may be made now
 */
export function toWait(
  log: AttemptLog,
  measure: Measure,
  now: number,
  own: AttemptLog | null = null,
): number {
  if (measure.kind === "own") return 0;
  if (measure.kind === "turns") {
    return Math.max(0, toTurnWait(log, measure, now, own));
  }
  const { max, window } = measure;
  const over = log.times.length - max;
  // There is room for one once this attempt has left the window.
  const oldest = log.times[over] ?? now;
  return over < 0 ? 0 : clamp(oldest + window * 1000 - now, window);
}

function toTurnWait(
  log: AttemptLog,
  turns: Turns,
  now: number,
  own: AttemptLog | null,
): number {
  const { max, pause, free, failures } = turns;
  if (log.row - findProved(log, turns).before >= failures) return CLOSED;
  /**
   * Returns the milliseconds until a bucket of this size has room for one more.
   */
  const untilRoom = (most: number) =>
    log.until - (most - 1) * pause * 1000 - now;
  const isCalm = log.times.length < max && untilRoom(max) <= 0;
  if (own === null) return isCalm ? 0 : untilRoom(max);
  const used = own.times.length;
  if (isCalm && used < max) return 0;
  if (used < free) {
    const spacing = Math.min(pause, SPACING * (used + 1));
    return Math.max(
      clamp(log.last + spacing * 1000 - now, spacing),
      untilRoom(toBurst(turns) - ROOM * used),
    );
  }
  const latest = own.times.at(-1) ?? 0;
  const rest = clamp(latest + REST * pause * 1000 - now, REST * pause);
  const wait = Math.max(rest, untilRoom(max));
  // An empty bucket has its free attempts again.
  return used < max ? Math.min(wait, log.until - now) : wait;
}

/** Finds the record of the name that was typed in. */
function findProved({ proved }: AttemptLog, { typed = "" }: Turns): Proved {
  return proved.find((one) => one.typed === typed) ??
    { typed, before: 0, own: 0 };
}

/** Adds or removes a failure under the name that was typed in. */
function countOwn(
  { proved }: AttemptLog,
  { typed }: Turns,
  change: 1 | -1,
): Proved[] {
  return proved.map((one) =>
    one.typed === typed ? { ...one, own: Math.max(0, one.own + change) } : one
  );
}

/**
 * Returns a log after a success. For the name that was typed in, all failures
 * are over; those under this very name are over for every name.
 */
export function endRow(log: AttemptLog, measure: Measure): AttemptLog {
  if (measure.kind !== "turns" || measure.failures === Infinity) return log;
  const { typed, own } = findProved(log, measure);
  const row = Math.max(0, log.row - own);
  const others = log.proved.filter((one) => one.typed !== typed)
    .map((one) => ({ ...one, before: Math.max(0, one.before - own) }));
  const proved = [{ typed, before: row, own: 0 }, ...others];
  return { ...log, row, proved: row === 0 ? [] : proved.slice(0, MAX_PROVED) };
}

/** Limits a wait to that of the rule, even if the clock was set back. */
function clamp(wait: number, seconds: number): number {
  return Math.min(Math.max(0, wait), seconds * 1000);
}

/**
 * Returns a log with one more attempt, and without those that no longer matter.
 */
export function addAttempt(
  log: AttemptLog,
  measure: Measure,
  now: number,
  own: AttemptLog | null = null,
): AttemptLog {
  const kept = measure.max + (measure.kind === "window" ? 0 : SPARE);
  const times = [...log.times, now].sort((a, b) => a - b).slice(-kept);
  if (measure.kind !== "turns") return { ...EMPTY, times };
  const isFree = own !== null && own.times.length < measure.free;
  return {
    times,
    until: Math.max(log.until, now) + measure.pause * 1000,
    last: isFree ? Math.max(log.last, now) : log.last,
    row: measure.failures === Infinity ? 0 : log.row + 1,
    proved: countOwn(log, measure, 1),
  };
}

/** Returns a log without the attempt of a moment; other attempts stay. */
export function takeBack(
  log: AttemptLog,
  measure: Measure,
  moment: number,
): AttemptLog {
  const at = log.times.lastIndexOf(moment);
  if (at < 0) return log;
  const times = log.times.toSpliced(at, 1);
  if (measure.kind !== "turns") return { ...log, times };
  return {
    times,
    until: log.until - measure.pause * 1000,
    // The turn was not used, so later turns need no spacing from it.
    last: log.last === moment ? 0 : log.last,
    row: Math.max(0, log.row - 1),
    proved: countOwn(log, measure, -1),
  };
}
