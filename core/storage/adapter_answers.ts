/** Checks what the application's adapter returns, and converts it. */

import type {
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../model/adapter.ts";
import { parseId } from "../model/user_id.ts";

/** A session and its user. */
export interface SessionAndUser {
  readonly session: AdapterSession;
  readonly user: AdapterUser;
}

/** Returns an answer that nothing depends on. */
export function asIs(answer: unknown): unknown {
  return answer;
}

/** Returns true or false. */
export function toBoolean(answer: unknown): boolean {
  if (typeof answer === "boolean") return answer;
  throw new TypeError("it returned neither true nor false");
}

/** Returns a text, or null if there is none. */
export function toTextOrNull(answer: unknown): string | null {
  if (typeof answer === "string") return answer;
  if (answer === null || answer === undefined) return null;
  throw new TypeError("it returned neither a text nor null");
}

/** Reads an answer that may be missing. */
export function orNull<T>(
  read: (answer: unknown) => T,
): (answer: unknown) => T | null {
  return (answer) =>
    answer === null || answer === undefined ? null : read(answer);
}

/** Reads each member of a list. */
export function toList<T>(
  read: (answer: unknown) => T,
): (answer: unknown) => T[] {
  return (answer) => {
    if (Array.isArray(answer)) return answer.map(read);
    throw new TypeError("it did not return a list");
  };
}

function toRecord(answer: unknown): Readonly<Record<string, unknown>> {
  if (typeof answer === "object" && answer !== null) {
    return answer as Record<string, unknown>;
  }
  throw new TypeError("it did not return a record");
}

/** Converts a date: SQL drivers return text or milliseconds. */
function toDate(value: unknown): Date {
  const date = value instanceof Date
    ? value
    : new Date(typeof value === "bigint" ? Number(value) : value as string);
  const isKnown = value !== null && typeof value !== "boolean";
  if (isKnown && !Number.isNaN(date.getTime())) return date;
  throw new TypeError("it returned an invalid date");
}

/** Converts a user. A record with the right types is returned as it is, of whatever class. */
export function toUser(answer: unknown): AdapterUser {
  const record = toRecord(answer);
  const id = parseId(record.id);
  const { emailVerified: when } = record;
  const emailVerified = orNull(toDate)(when);
  return id === record.id && emailVerified === when
    ? answer as AdapterUser
    : { ...answer as AdapterUser, id, emailVerified };
}

/** Converts a session. A record with the right types is returned as it is. */
export function toSession(answer: unknown): AdapterSession {
  const record = toRecord(answer);
  const expires = toDate(record.expires);
  const { createdAt, lastSeenAt } = record;
  const hasDates = expires === record.expires &&
    isDateOrNone(createdAt) && isDateOrNone(lastSeenAt);
  if (hasDates) return answer as AdapterSession;
  return {
    ...answer as AdapterSession,
    expires,
    ...(createdAt ? { createdAt: toDate(createdAt) } : {}),
    ...(lastSeenAt ? { lastSeenAt: toDate(lastSeenAt) } : {}),
  };
}

function isDateOrNone(value: unknown): boolean {
  return value === undefined || value instanceof Date;
}

/** Converts a session with its user. It counts as absent if either of the two is missing. */
export function toSessionAndUser(answer: unknown): SessionAndUser | null {
  if (answer === null || answer === undefined) return null;
  const { session, user } = toRecord(answer);
  if (session === null || session === undefined) return null;
  if (user === null || user === undefined) return null;
  return { session: toSession(session), user: toUser(user) };
}

/** Converts a verification token. */
export function toToken(answer: unknown): VerificationToken {
  const expires = toDate(toRecord(answer).expires);
  return { ...answer as VerificationToken, expires };
}

/** Converts a record that has an owner. */
export function toOwned<T extends { userId: string }>(answer: unknown): T {
  const userId = parseId(toRecord(answer).userId);
  return { ...answer as T, userId };
}

/** Converts a passkey. */
export function toAuthenticator(answer: unknown): AdapterAuthenticator {
  const { createdAt, lastUsedAt } = toRecord(answer);
  return {
    ...toOwned<AdapterAuthenticator>(answer),
    createdAt: createdAt ? toDate(createdAt) : null,
    lastUsedAt: lastUsedAt ? toDate(lastUsedAt) : null,
  };
}
