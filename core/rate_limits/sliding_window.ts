/**
 * Logs of attempts as a store keeps them, and what follows from them. All of it
 * is pure: the limiter reads the store, asks, and writes what comes out.
 *
 * An account's turns are a leaky bucket. Each attempt adds `pause` seconds to
 * the bucket, which drains by a second each second, so an account gets at most
 * `burst + T / pause` attempts in any T seconds, from however many addresses.
 *
 * @module
 */

import { CLOCK_TOLERANCE } from "../runtime/clock.ts";

/** What is known of earlier attempts. Moments are milliseconds since the epoch. */
export interface AttemptLog {
  /** The attempts that count, the earliest first, and not more than are needed. */
  readonly times: readonly number[];
  /** When the bucket is empty again. */
  readonly until: number;
  /** When an address last used one of its free turns. */
  readonly last: number;
  /** Failures in a row. */
  readonly row: number;
  /** The names under which somebody signed in, the latest first. */
  readonly proved: readonly Proved[];
}

/**
 * A name under which somebody signed in. Names that are counted as one may be
 * those of different people, so a success ends the row for its own name only.
 */
export interface Proved {
  /** As {@link Turns.typed}. */
  readonly typed: string;
  /** Failures of the row before the success, under whatever name. */
  readonly before: number;
  /** Failures of the row since the success, under this name. */
  readonly own: number;
}

/** How a log is measured. */
export type Measure =
  /** At most so many in any stretch of so many seconds. */
  | { readonly kind: "window"; readonly max: number; readonly window: number }
  /** The attempts of one address at one account. {@link Turns} says what they mean. */
  | { readonly kind: "own"; readonly max: number; readonly window: number }
  | Turns;

/** The attempts at one account, by all whose attempts are counted together. */
export interface Turns {
  readonly kind: "turns";
  /** Attempts that are free while the bucket fills for the first time. */
  readonly max: number;
  /** Seconds that an attempt adds to the bucket. */
  readonly pause: number;
  /** Turns that an address has before those that have used up theirs; 0: none has. */
  readonly free: number;
  /** Failures in a row that close the account. */
  readonly failures: number;
  /** The name that was typed in, as a keyed hash; needed where failures close the account. */
  readonly typed?: string;
}

/** Seconds between two free turns, times the number of the turn: 5, 10 and 15. */
const SPACING = 5;
/** Attempts that fit into the bucket beyond `max`, for each free turn. */
const BURST = 30;
/** Attempts that are kept for those whose turn has the lower number. */
const ROOM = 10;
/** How many of the account's pauses an address waits that has used up its free turns. */
const REST = 24;
/** For so many of its pauses the free turns of an address stay used up. */
const MEMORY = 20;
/** More attempts are remembered than needed, because some may be taken back. */
const SPARE = 16;
/** What a closed account is told to wait, in milliseconds. Time does not open it. */
const CLOSED = 86_400_000;
/** Seconds for which each failure in a row is remembered. */
const FAILURE_AGE = 4 * 86_400;
/** Names of one account that are kept. */
const MAX_PROVED = 4;
/** Milliseconds that another process's clock may be ahead. */
const AHEAD = CLOCK_TOLERANCE * 1000;

/** Nothing was tried. */
export const EMPTY: AttemptLog = {
  times: [],
  until: 0,
  last: 0,
  row: 0,
  proved: [],
};

/** The measure of one address's attempts at an account. */
export function toOwn({ max, pause }: Turns): Measure {
  return { kind: "own", max, window: MEMORY * REST * pause };
}

/** Attempts that fit into the bucket of an account. */
export function toBurst({ max, free }: Turns): number {
  return max + BURST * free;
}

/** For how many seconds a log is needed. */
export function toAge(log: AttemptLog, measure: Measure): number {
  if (measure.kind !== "turns") return measure.window;
  const age = toBurst(measure) * measure.pause;
  return measure.failures === Infinity
    ? age
    : Math.max(age, log.row * FAILURE_AGE);
}

/**
 * Reads what counts now of a stored text. Anything that is no log is ignored,
 * and so are moments that a clock wrote which has been set back since.
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

/** A log as text. */
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
 * How long the next attempt has to wait.
 *
 * @param own what the same address tried at the same account; null where the
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
  // When so many have left the window that there is room for one.
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
  /** Until there is room for one more in a bucket of so many. */
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
  // An empty bucket fills anew.
  return used < max ? Math.min(wait, log.until - now) : wait;
}

/** What is known of the name that was typed in. */
function findProved({ proved }: AttemptLog, { typed = "" }: Turns): Proved {
  return proved.find((one) => one.typed === typed) ??
    { typed, before: 0, own: 0 };
}

/** The names, with one more or fewer failures under that which was typed in. */
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
 * A log after a success. For the name that was typed in, all failures are over;
 * those under this very name are over for every name.
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

/** A clock that was set back must not keep anybody waiting for longer than the rule does. */
function clamp(wait: number, seconds: number): number {
  return Math.min(Math.max(0, wait), seconds * 1000);
}

/** A log with one attempt more, and without those that make no difference any more. */
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

/** A log without the attempt of a moment; another's stays. */
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
    // Nobody waits for a turn that was none.
    last: log.last === moment ? 0 : log.last,
    row: Math.max(0, log.row - 1),
    proved: countOwn(log, measure, -1),
  };
}
