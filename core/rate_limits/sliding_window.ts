/**
 * Logs of attempts as a store keeps them, and the decisions based on them. All
 * functions are pure: the limiter reads the store, calls them, and writes the
 * result.
 *
 * A window counts the attempts of the last seconds. A bucket leaks: each attempt
 * adds `pause` seconds to it, and it drains by a second each second, so it lets
 * at most `max + T / pause` attempts through in any T seconds.
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
  /** The name, as in {@link Bucket.typed}. */
  readonly typed: string;
  /** Failures of the row before the success, under any name. */
  readonly before: number;
  /** Failures of the row since the success, under this name. */
  readonly own: number;
}

/** The measure of a log. */
export type Measure = Window | Bucket;

/** At most `max` attempts in any `window` seconds. */
export interface Window {
  readonly kind: "window";
  readonly max: number;
  readonly window: number;
}

/** At most `max` attempts at once, and then one each `pause` seconds. */
export interface Bucket {
  readonly kind: "bucket";
  /** Attempts that fit into the bucket for this client. */
  readonly max: number;
  /** Attempts that fit into it for any client. */
  readonly room: number;
  /** Seconds that an attempt adds to the bucket. */
  readonly pause: number;
  /** Failures in a row that close the account. */
  readonly failures: number;
  /**
   * The name that was typed in, as a keyed hash; needed if failures close the
   * account.
   */
  readonly typed?: string;
}

/** Attempts that a bucket remembers, because they may be taken back. */
const KEPT = 32;
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
export const EMPTY: AttemptLog = { times: [], until: 0, row: 0, proved: [] };

/** Returns the seconds for which a log is needed. */
export function toAge(log: AttemptLog, measure: Measure): number {
  if (measure.kind === "window") return measure.window;
  const { room, pause, failures } = measure;
  const age = room * pause;
  return failures === Infinity ? age : Math.max(age, log.row * FAILURE_AGE);
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
  if (measure.kind === "window") {
    const since = now - measure.window * 1000;
    return { ...EMPTY, times: times.filter((time) => time > since) };
  }
  const [until = NaN, , row = NaN] = readNumbers(second);
  const latest = now + measure.room * measure.pause * 1000 + AHEAD;
  const kept = row >= 0
    ? { row, proved: readProved(third, row) }
    : { row: 0, proved: [] };
  return until > now && until <= latest
    ? { times, until, ...kept }
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
export function writeLog({ times, until, row, proved }: AttemptLog): string {
  const write = (numbers: readonly number[]) =>
    numbers.map((one) => one.toString(36)).join(",");
  // The second number is for earlier versions, which may read the same store.
  const rest = until + row > 0 ? `;${write([until, 0, row])}` : "";
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
 * @returns milliseconds; 0: it may be made now
 */
export function toWait(log: AttemptLog, measure: Measure, now: number): number {
  if (measure.kind === "window") {
    const { max, window } = measure;
    // There is room for one once this attempt has left the window.
    const wait = (log.times.at(-max) ?? -Infinity) + window * 1000 - now;
    // Even if the clock was set back.
    return Math.min(Math.max(0, wait), window * 1000);
  }
  const { max, pause, failures } = measure;
  if (log.row - findProved(log, measure).before >= failures) return CLOSED;
  return Math.max(0, log.until - (max - 1) * pause * 1000 - now);
}

/** Finds the record of the name that was typed in. */
function findProved({ proved }: AttemptLog, { typed = "" }: Bucket): Proved {
  return proved.find((one) => one.typed === typed) ??
    { typed, before: 0, own: 0 };
}

/** Adds or removes a failure under the name that was typed in. */
function countOwn(
  { proved }: AttemptLog,
  { typed }: Bucket,
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
  if (measure.kind === "window" || log.row === 0) return log;
  const { typed, own } = findProved(log, measure);
  const row = Math.max(0, log.row - own);
  const others = log.proved.filter((one) => one.typed !== typed)
    .map((one) => ({ ...one, before: Math.max(0, one.before - own) }));
  const proved = [{ typed, before: row, own: 0 }, ...others];
  return { ...log, row, proved: row === 0 ? [] : proved.slice(0, MAX_PROVED) };
}

/**
 * Returns a log with one more attempt, and without those that no longer matter.
 */
export function addAttempt(
  log: AttemptLog,
  measure: Measure,
  now: number,
): AttemptLog {
  const kept = measure.kind === "window" ? measure.max : KEPT;
  const times = [...log.times, now].sort((a, b) => a - b).slice(-kept);
  if (measure.kind === "window") return { ...EMPTY, times };
  return {
    times,
    until: Math.max(log.until, now) + measure.pause * 1000,
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
  if (measure.kind === "window") return { ...log, times };
  return {
    times,
    until: log.until - measure.pause * 1000,
    row: Math.max(0, log.row - 1),
    proved: countOwn(log, measure, -1),
  };
}
