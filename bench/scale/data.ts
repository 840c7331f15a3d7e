/**
 * The rows of the databases under test, computed from their number: whatever
 * fills a database and whatever asks it afterwards agree without a list of ten
 * million tokens.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { AdapterSession } from "../../core/model/adapter.ts";

/** The number of rows of each kind in a database. */
export interface Size {
  readonly sessions: number;
  readonly users: number;
  readonly accounts: number;
  /** Mail links that nobody has opened yet, and as many entries of the store. */
  readonly tokens: number;
}

/** Returns a size in the proportions of the whole: ten sessions a user. */
export function toSize(sessions: number): Size {
  return {
    sessions,
    users: Math.floor(sessions / 10),
    accounts: Math.floor(sessions * 0.13),
    tokens: Math.floor(sessions / 100),
  };
}

/** The sessions of the user who has many; they are spread over the table. */
export const MANY = 5000;

/** A browser's name as long as they are. */
export const USER_AGENT =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** The proof of a user of an OpenID provider, as it is stored. */
export const AUTHENTICATION =
  '{"provider":"google","method":"oidc","time":1763900000,"amr":["pwd"],"iss":"https://accounts.google.com","sub":"108000000000000000000"}';

/** Of this many sessions, one has expired. */
export const EXPIRED_OF = 10;

/** Seconds in thirty days, which is the time that a session lasts. */
export const LIFE = 2_592_000;

/** A prime, so that a user's sessions are not neighbours in the table. */
export const STEP = 7919;

/** Returns the number of the user with many sessions. */
export function toHeavy({ users }: Size): number {
  return users;
}

/** Returns the number of the user with three sessions. */
export function toLight({ users }: Size): number {
  return users + 1;
}

/** Returns the numbers of the sessions of the user who has three. */
export function toThree({ sessions }: Size): readonly number[] {
  const third = Math.floor(sessions / 3);
  return [3, 3 + third, 3 + 2 * third];
}

/** Returns the distance between two sessions of the user who has many. */
export function toStride({ sessions }: Size): number {
  return Math.max(Math.floor(sessions / MANY), 1);
}

/** Returns the number of the user whose session it is. */
export function toOwner(size: Size, session: number): number {
  if (toThree(size).includes(session)) return toLight(size);
  const isOfMany = session % toStride(size) === 0;
  return isOfMany ? toHeavy(size) : session * STEP % size.users;
}

/** Returns a text of the form of a token's hash. */
export function toToken(session: number): string {
  return createHash("sha256").update(`session ${session}`).digest("base64url");
}

/** The ids of users by their numbers, since each has ten sessions. */
const ids: (string | undefined)[] = [];

/** Returns a user's id, a UUID like those that the library makes. */
export function toUserId(user: number): string {
  return ids[user] ??= createHash("md5").update(`user ${user}`).digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Seconds in ten days, over which sessions have expired. */
export const EXPIRED_SINCE = 864_000;

/** Returns a session of the table as the adapter would store it. */
export function toRow(
  size: Size,
  session: number,
  now: number,
): Required<AdapterSession> {
  const isExpired = session % EXPIRED_OF === 1;
  // Sessions that were not used again expire in the order of their rows.
  const age = Math.floor(session * EXPIRED_SINCE / size.sessions);
  const seconds = isExpired
    ? age - EXPIRED_SINCE - 3600
    : 3600 + session * 7 % LIFE;
  const expires = now + seconds * 1000;
  const createdAt = new Date(expires - LIFE * 1000);
  return {
    sessionToken: toToken(session),
    userId: toUserId(toOwner(size, session)),
    expires: new Date(expires),
    createdAt,
    lastSeenAt: createdAt,
    userAgent: USER_AGENT,
    authentication: AUTHENTICATION,
  };
}
