/**
 * The one place where the library reads the clock, so that tests mock `Date`
 * once and every part, jose and oauth4webapi included, agrees on the time.
 *
 * @returns milliseconds since the epoch
 */
export function readClock(): number {
  return Date.now();
}

/**
 * How far apart two clocks may be, in seconds, before a time claim is refused.
 * The same constant everywhere: a token that one check accepts must not be
 * refused by the next.
 */
export const CLOCK_TOLERANCE = 60;
