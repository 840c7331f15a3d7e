/**
 * Reads the clock, as the only place in the library that does: tests mock
 * `Date` once and every part, jose and oauth4webapi included, agrees on the
 * time.
 *
 * @returns milliseconds since the epoch. A clock that returns no time reads as
 * the end of all times ({@link isBroken}), when everything has expired.
 */
export function readClock(): number {
  const now = Date.now();
  return Number.isFinite(now) ? now : Infinity;
}

/** Whether the clock returned no time. */
export function isBroken(now: number): boolean {
  return now === Infinity;
}

/**
 * The seconds by which two clocks may differ before a time claim is refused.
 * The constant is the same everywhere: a token that one check accepts must not
 * be refused by the next.
 */
export const CLOCK_TOLERANCE = 60;
