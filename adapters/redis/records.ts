import type { AdapterSession } from "../../core/model/adapter.ts";
import { type Connection, readAll, toTexts } from "./connection.ts";

/** A connection, and the names of the library's keys. */
export interface Place extends Connection {
  readonly toKey: (token: string) => string;
  /** Returns the key of a user's tokens, scored by their session's expiry. */
  readonly toListKey: (userId: string) => string;
}

/** Reads the sessions of a user, expired or not. */
export async function readUsers(
  place: Place,
  userId: string,
): Promise<AdapterSession[]> {
  const list = place.toListKey(userId);
  const tokens = toTexts(await place.send(list, ["ZRANGE", list, "0", "-1"]));
  return await readSessions(place, tokens);
}

/** Reads the sessions of tokens; those that are missing are left out. */
export async function readSessions(
  place: Place,
  tokens: readonly string[],
): Promise<AdapterSession[]> {
  const values = await readAll(place, tokens.map(place.toKey));
  return values.flatMap((value, i) =>
    value === null ? [] : [toSession(tokens[i] ?? "", value)]
  );
}

/** A session as it is stored: times in milliseconds since the epoch. */
interface StoredSession {
  readonly userId: string;
  readonly expires: number;
  readonly createdAt?: number | undefined;
  readonly lastSeenAt?: number | undefined;
  readonly userAgent?: string | null;
  readonly authentication?: string | null;
}

/** Returns a session in the form that is stored. */
export function toValue(session: AdapterSession): string {
  const kept = {
    userId: session.userId,
    expires: session.expires.getTime(),
    createdAt: session.createdAt?.getTime(),
    lastSeenAt: session.lastSeenAt?.getTime(),
    userAgent: session.userAgent,
    authentication: session.authentication,
  };
  return JSON.stringify(kept);
}

/** Returns the session of a stored value. */
export function toSession(sessionToken: string, value: string): AdapterSession {
  const { createdAt, lastSeenAt, ...kept }: StoredSession = JSON.parse(value);
  return {
    ...kept,
    sessionToken,
    expires: new Date(kept.expires),
    ...(createdAt !== undefined && { createdAt: new Date(createdAt) }),
    ...(lastSeenAt !== undefined && { lastSeenAt: new Date(lastSeenAt) }),
  };
}
