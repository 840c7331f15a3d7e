import type { Problems } from "../errors/config_problems.ts";
import { type Rule, seconds, valid } from "./rules.ts";
import type { SessionMaxAge } from "./session_options.ts";
import type { Settings } from "./settings.ts";

/** Seconds. */
export const DAY = 86_400;
/** Browsers keep no cookie longer (RFC 6265bis section 5.5). */
export const MAX_MAX_AGE: number = 400 * DAY;

/** The rule of the option `session.maxAge`. */
export const maxAge: Rule<number | SessionMaxAge> = valid<
  number | SessionMaxAge
>(
  30 * DAY,
  `be a number of seconds above 0 and at most ${MAX_MAX_AGE}, or a function that returns one`,
  (value) => typeof value === "function" || isMaxAge(value),
);

/** Whether a value can be the lifetime of a session, in seconds. */
export function isMaxAge(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value <= MAX_MAX_AGE;
}

/**
 * Reads the lifetimes of sessions that depend on each other. Where a function
 * decides, sessions that began without it last as by default.
 */
export function readLifetimes(
  { maxAge: own, absoluteMaxAge }: {
    readonly maxAge: number | SessionMaxAge;
    readonly absoluteMaxAge: number;
  },
  shortMaxAge: unknown,
  { add }: Problems,
): Pick<Settings["session"], "maxAge" | "longest" | "shortMaxAge"> {
  const longest = typeof own === "number"
    ? own
    : Math.min(MAX_MAX_AGE, absoluteMaxAge);
  const toShort = seconds(Math.min(DAY, longest), longest);
  return {
    maxAge: typeof own === "number" ? own : Math.min(30 * DAY, longest),
    longest,
    shortMaxAge: toShort(shortMaxAge, "session.shortMaxAge", add),
  };
}
