import type { SessionLife } from "../../model/session_life.ts";
import type { Lifetimes } from "../decide.ts";

/** The known times of a stored session, in milliseconds since the epoch. */
export interface RowTimes {
  readonly expires: number;
  /** When the user signed in, or null if that is not known. */
  readonly started: number | null;
  /** When the session ends at the latest, if the user's provider said so. */
  readonly ceiling: number | null;
  /** How long it lasts, if that was decided at the sign-in. */
  readonly life?: SessionLife | undefined;
  /** When the session was last seen, if the adapter keeps that. */
  readonly lastSeen: number | null;
}

/** The lifetimes of stored sessions, in seconds. */
export interface RowLifetimes extends Lifetimes {
  /** That no session outlives without use. */
  readonly longest: number;
}

/** Returns the seconds without use after which a session ends. */
export function toMaxAge(
  life: SessionLife | undefined,
  { maxAge, longest }: Pick<RowLifetimes, "maxAge" | "longest">,
): number {
  return Math.min(life?.maxAge ?? maxAge, longest);
}

/** Returns the seconds after which a session in use is written again, before it ends. */
export function toUpdateAge(
  life: SessionLife | undefined,
  { updateAge }: Pick<Lifetimes, "updateAge">,
): number {
  return Math.min(updateAge, life === undefined ? Infinity : life.maxAge / 2);
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
  { expires, started, ceiling, life, lastSeen }: RowTimes,
  lifetimes: RowLifetimes,
  now: number,
): RowVerdict {
  const latest = toLatest({ expires, started, ceiling }, lifetimes);
  const ends = Math.min(expires, latest);
  // Written so that an unknown time refuses.
  if (!(now < ends)) return { kind: "ended" };
  const maxAge = toMaxAge(life, lifetimes) * 1000;
  const updateAge = toUpdateAge(life, lifetimes) * 1000;
  const written = lastSeen ?? expires - maxAge;
  const isDue = written + updateAge <= now;
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
  { expires, started, ceiling }: Omit<RowTimes, "life" | "lastSeen">,
  { absoluteMaxAge }: Lifetimes,
): number {
  const last = ceiling ?? Infinity;
  if (absoluteMaxAge === Infinity) return last;
  const own = started === null ? expires : started + absoluteMaxAge * 1000;
  return Math.min(own, last);
}
