import type { Lifetimes } from "../decide.ts";

/** The known times of a stored session, in milliseconds since the epoch. */
export interface RowTimes {
  readonly expires: number;
  /** When the user signed in, or null if that is not known. */
  readonly started: number | null;
  /** When the session ends at the latest, if the user's provider said so. */
  readonly ceiling: number | null;
  /** When the session was last seen, if the adapter keeps that. */
  readonly lastSeen: number | null;
}

/** Whether a stored session is live now. */
export type RowVerdict =
  | { readonly kind: "ended" }
  | {
    readonly kind: "live";
    readonly ends: number;
    /** The end to write, or null if nothing is due. */
    readonly renewTo: number | null;
  };

/**
 * The tolerance for databases that round times: an end this close to the last
 * possible one counts as that one.
 */
const ROUNDING = 1000;

/**
 * Judges a stored session.
 *
 * @param now milliseconds since the epoch
 */
export function decideRow(
  { expires, started, ceiling, lastSeen }: RowTimes,
  lifetimes: Lifetimes,
  now: number,
): RowVerdict {
  const latest = toLatest({ expires, started, ceiling }, lifetimes);
  const ends = Math.min(expires, latest);
  // Written so that an unknown time refuses.
  if (!(now < ends)) return { kind: "ended" };
  const maxAge = lifetimes.maxAge * 1000;
  const written = lastSeen ?? expires - maxAge;
  const isDue = written + lifetimes.updateAge * 1000 <= now;
  // A session that cannot be extended is written only to record that it was used.
  const isFixed = lastSeen === null && expires + ROUNDING > latest;
  const renewTo = isDue && !isFixed ? Math.min(now + maxAge, latest) : null;
  return { kind: "live", ends, renewTo };
}

/**
 * Returns the latest moment at which a session can end, in milliseconds since
 * the epoch. A session of unknown age is never extended: otherwise it could
 * live forever.
 */
export function toLatest(
  { expires, started, ceiling }: Omit<RowTimes, "lastSeen">,
  { absoluteMaxAge }: Lifetimes,
): number {
  const last = ceiling ?? Infinity;
  if (absoluteMaxAge === Infinity) return last;
  const own = started === null ? expires : started + absoluteMaxAge * 1000;
  return Math.min(own, last);
}
