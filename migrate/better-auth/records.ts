import type { Opened, Refusal } from "../engine/bridge.ts";
import { type Claims, isObject } from "../engine/jwe.ts";

/** A session of Better Auth and its user, under Better Auth's own names. */
export interface BetterAuthRecords {
  /** The session: `id`, `token`, `userId`, `createdAt`, `expiresAt` and so on. */
  readonly session: Readonly<Record<string, unknown>>;
  /** The user: `id`, `name`, `email`, `emailVerified`, `image` and so on. */
  readonly user: Readonly<Record<string, unknown>>;
}

/** A session of Better Auth, as the callbacks receive it. */
export interface BetterAuthSession extends BetterAuthRecords {
  /**
   * The account that the user signed in with, if there is no database and the
   * cookie with the account was valid; null otherwise.
   */
  readonly account: BetterAuthAccount | null;
}

/** An account of Better Auth. */
export interface BetterAuthAccount {
  /** The provider's id in the old configuration. */
  readonly providerId: string;
  /** The user's id at the provider. */
  readonly accountId: string;
}

/** Returns a value of unknown form as records; null if it is not. */
export function readRecords(value: unknown): BetterAuthRecords | null {
  if (!isObject(value)) return null;
  const { session, user } = value;
  return isObject(session) && isObject(user) ? { session, user } : null;
}

/** Returns the refusal of a cookie. */
export function refuse(reason: Refusal, hint?: string): Opened {
  return { kind: "refused", reason, hint };
}

/** Milliseconds by which a clock may be ahead. */
const AHEAD = 60_000;

/**
 * Returns the refusal of records that are no longer a session, or not one that
 * may be accepted; null if they are one.
 *
 * @param token the token of the cookie, with which they were found
 * @param now milliseconds since the epoch
 */
export function findRefusal(
  { session, user }: BetterAuthRecords,
  token: string,
  now: number,
): Opened | null {
  // A database that ignores case would find the row by another token.
  if (session.token !== token) return refuse("forged");
  const endsAt = toTime(session.expiresAt);
  const userId = toId(session.userId);
  if (endsAt === null || userId === null || userId !== toId(user.id)) {
    return refuse(
      "malformed",
      "If the tables have other columns, give `fromBetterAuth` their names (`session.fields`, `user.fields`).",
    );
  }
  if (!(now < endsAt)) return refuse("expired");
  if (!((toTime(session.createdAt) ?? now) <= now + AHEAD)) {
    return refuse(
      "malformed",
      "It was written in the future: compare the clocks.",
    );
  }
  if (session.impersonatedBy) {
    return refuse("revoked", "An administrator acted as this user in it.");
  }
  return isBanned(user, now) ? refuse("revoked", "The user is banned.") : null;
}

function isBanned(user: Claims, now: number): boolean {
  const until = toTime(user.banExpires);
  return Boolean(user.banned) && (until === null || now < until);
}

/** Returns an id as a string; null if it is not an id. */
export function toId(value: unknown): string | null {
  const isId = typeof value === "string" || typeof value === "number" ||
    typeof value === "bigint";
  return isId && value !== "" ? String(value) : null;
}

/** Returns a string; null for any other value. */
export function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Numbers below this one are seconds: in milliseconds it is in the year 1973. */
const FIRST_MILLISECONDS = 1e11;

/**
 * Returns milliseconds since the epoch. Drivers and object mappers return
 * dates, texts of ISO 8601, milliseconds or seconds.
 */
export function toTime(value: unknown): number | null {
  const number = typeof value === "bigint" ? Number(value) : value;
  if (typeof number === "number") {
    if (!Number.isFinite(number)) return null;
    return number < FIRST_MILLISECONDS ? number * 1000 : number;
  }
  if (!(value instanceof Date) && typeof value !== "string") return null;
  const time = new Date(value).getTime();
  return Number.isNaN(time) ? null : time;
}
