/**
 * Reads the clock, as the only place in the library that does: tests mock
 * `Date` once and every part, jose and oauth4webapi included, agrees on the
 * time.
 *
 * @returns milliseconds since the epoch
 */
export function readClock(): number {
  return Date.now();
}

/**
 * The seconds by which two clocks may differ before a time claim is refused.
 * The constant is the same everywhere: a token that one check accepts must not
 * be refused by the next.
 */
export const CLOCK_TOLERANCE = 60;
