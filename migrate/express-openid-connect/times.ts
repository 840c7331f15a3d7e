import type { Opened } from "../engine/bridge.ts";
import type { Written } from "./cookies.ts";

/** The old options about the life of a session. */
export interface OldLifetimes {
  /** Whether a session lives longer while it is used. Default true. */
  readonly rolling?: boolean | undefined;
  /** Seconds after the last response at which a rolling session ends. Default 86400, one day. */
  readonly rollingDuration?: number | undefined;
  /** Seconds after the sign-in at which a session ends; `false`: never. Default 604800, seven days. */
  readonly absoluteDuration?: number | false | undefined;
}

/** The times of a session, in seconds since the epoch. */
export interface Times {
  readonly startedAt: number;
  readonly writtenAt: number;
  readonly endsAt: number;
}

/** Seconds by which a clock may be ahead. */
const AHEAD = 60;

/**
 * Reads the times of a session. It has to be valid by the times that it names,
 * and by the lifetimes of the configuration, which may have become shorter.
 *
 * @param now seconds since the epoch
 */
export function readTimes(
  { header, data }: Written,
  lifetimes: OldLifetimes,
  now: number,
): Times | Extract<Opened, { readonly kind: "refused" }> {
  const { iat, uat, exp } = header;
  const { sessionExpiresAt: ends = Infinity } = data;
  if (!isTime(iat) || !isTime(uat) || !isTime(exp) || !isLimit(ends)) {
    return { kind: "refused", reason: "malformed" };
  }
  if (!(Math.max(iat, uat) <= now + AHEAD)) {
    return {
      kind: "refused",
      reason: "malformed",
      hint: "It was written in the future: compare the clocks.",
    };
  }
  const endsAt = Math.min(exp, ends, toEnd(iat, uat, lifetimes));
  return now < endsAt
    ? { startedAt: iat, writtenAt: uat, endsAt }
    : { kind: "refused", reason: "expired" };
}

function toEnd(
  iat: number,
  uat: number,
  { rolling = true, rollingDuration = 86_400, absoluteDuration = 604_800 }:
    OldLifetimes,
): number {
  return Math.min(
    rolling ? uat + rollingDuration : Infinity,
    absoluteDuration === false ? Infinity : iat + absoluteDuration,
  );
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isLimit(value: unknown): value is number {
  return isTime(value) || value === Infinity;
}
