/**
 * The times of attempts as a store keeps them, and what follows from them. Pure:
 * the limiter asks, and writes what comes out.
 *
 * @module
 */

import { CLOCK_TOLERANCE } from "./clock.ts";

/** Moments in milliseconds since the epoch, the earliest first. */
export type AttemptLog = readonly number[];

/** What a log is measured with. */
export type Measure =
  /** So many in any stretch of so many seconds. */
  | { readonly kind: "window"; readonly max: number; readonly window: number }
  /**
   * So many at will; after them with pauses that double up to so many seconds,
   * until there was none for a window.
   */
  | {
    readonly kind: "pause";
    readonly max: number;
    readonly window: number;
    readonly pause: number;
  };

/** Pauses double at most so often: 2^12 seconds are more than an hour. */
export const MAX_DOUBLINGS = 12;

/** Milliseconds that another process's clock may be ahead. */
const AHEAD = CLOCK_TOLERANCE * 1000;

/**
 * The attempts in a stored text that count now. What is no time is not there,
 * nor is what a clock wrote that has been set back since.
 */
export function readLog(
  text: string | null,
  { kind, window }: Measure,
  now: number,
): AttemptLog {
  const since = now - window * 1000;
  const log = (text ?? "").split(",")
    .map((part) => /^[0-9a-z]{1,11}$/.test(part) ? parseInt(part, 36) : NaN)
    .filter((time) => time <= now + AHEAD)
    .sort((a, b) => a - b);
  if (kind === "window") return log.filter((time) => time > since);
  return (log.at(-1) ?? since) > since ? log : [];
}

/** A log as text. */
export function writeLog(log: AttemptLog): string {
  return log.map((time) => time.toString(36)).join(",");
}

/**
 * How long the next attempt has to wait.
 *
 * @returns milliseconds; 0: it may be made now
 */
export function toWait(
  log: AttemptLog,
  measure: Measure,
  now: number,
): number {
  const over = log.length - measure.max;
  if (over < 0) return 0;
  if (measure.kind === "window") {
    // When so many have left the window that there is room for one.
    const oldest = log[over] ?? now;
    return clamp(oldest + measure.window * 1000 - now, measure.window);
  }
  const pause = Math.min(measure.pause, 2 ** Math.min(over, MAX_DOUBLINGS));
  const last = log.at(-1) ?? now;
  return clamp(last + pause * 1000 - now, pause);
}

/** A clock that was set back must not shut anybody out for longer than the rule does. */
function clamp(wait: number, seconds: number): number {
  return Math.min(Math.max(0, wait), seconds * 1000);
}

/** A log with one attempt more, and without those that make no difference any more. */
export function addAttempt(
  log: AttemptLog,
  measure: Measure,
  now: number,
): AttemptLog {
  const kept = measure.kind === "window"
    ? measure.max
    : measure.max + MAX_DOUBLINGS;
  return [...log, now].sort((a, b) => a - b).slice(-kept);
}

/** A log without the attempt of a moment; another's stays. */
export function takeBack(log: AttemptLog, moment: number): AttemptLog {
  const at = log.lastIndexOf(moment);
  return at < 0 ? log : log.toSpliced(at, 1);
}
