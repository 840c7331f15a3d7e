import type {
  AdapterSession,
  AdapterSessionUpdate,
  SessionSelection,
} from "../../core/model/adapter.ts";
import { readClock } from "../../core/runtime/clock.ts";
import type { SessionStorage } from "../split.ts";
import {
  type Connection,
  readAll,
  replace,
  type Send,
  toText,
  toTexts,
} from "./connection.ts";

/** A connection, and the names of the library's keys. */
interface Place extends Connection {
  readonly toKey: (token: string) => string;
  /** Returns the key of a user's tokens, scored by their session's expiry. */
  readonly toListKey: (userId: string) => string;
}

/**
 * Sessions: `session:`, token → the record; `sessions:`, user id → a sorted set
 * of tokens. They may be on different nodes of a cluster, so they are not
 * written atomically: the list is written first, so it may name missing
 * sessions, but no session is missing from it.
 */
export function createSessionMethods(
  connection: Connection,
  prefix: string,
): SessionStorage {
  const place: Place = {
    ...connection,
    toKey: (token) => `${prefix}session:${token}`,
    toListKey: (userId) => `${prefix}sessions:${userId}`,
  };
  return {
    createSession: (session) => createSession(place, session),
    getSession: (token) => readSession(place, token),
    updateSession: (changes) => updateSession(place, changes),
    deleteSession: (token) => deleteSession(place, token),
    listSessionsByUserId: (userId) => listSessions(place, userId),
    deleteSessionsByUserId: (userId, which) =>
      userId === null
        ? deleteEverybodys(place, which)
        : deleteUsers(place, userId, which),
  };
}

async function createSession(
  place: Place,
  session: AdapterSession,
): Promise<AdapterSession> {
  const key = place.toKey(session.sessionToken);
  await addToList(place, session);
  const args = ["SET", key, toValue(session), "NX", ...toEnd(session)];
  const done = toText(await place.send(key, args));
  if (done === null) throw new Error("Redis: the session token already exists");
  return session;
}

async function readSession(
  { send, toKey }: Place,
  token: string,
): Promise<AdapterSession | null> {
  const value = toText(await send(toKey(token), ["GET", toKey(token)]));
  return value === null ? null : toSession(token, value);
}

/**
 * In each round one concurrent write succeeds, so this many at a time are
 * served.
 */
const ROUNDS = 64;

async function updateSession(
  place: Place,
  { sessionToken, expires, lastSeenAt }: AdapterSessionUpdate,
): Promise<AdapterSession | null> {
  const key = place.toKey(sessionToken);
  for (let round = 0; round < ROUNDS; round++) {
    const expected = toText(await place.send(key, ["GET", key]));
    if (expected === null) return null;
    const session: AdapterSession = {
      ...toSession(sessionToken, expected),
      ...(expires && { expires }),
      ...(lastSeenAt && { lastSeenAt }),
    };
    if (expires) await addToList(place, session);
    const value = toValue(session);
    const life = toEnd(session);
    if (await replace(place, key, { expected, value, life })) return session;
  }
  throw new Error(
    `Redis: gave up after ${ROUNDS} conflicting writes to the same record`,
  );
}

async function deleteSession(
  { send, toKey, toListKey }: Place,
  token: string,
): Promise<AdapterSession | null> {
  const value = toText(await send(toKey(token), ["GETDEL", toKey(token)]));
  if (value === null) return null;
  const session = toSession(token, value);
  const list = toListKey(session.userId);
  await send(list, ["ZREM", list, token]);
  return session;
}

/**
 * Adds a token, removes expired ones, and makes the list live as long as its
 * last session.
 */
const ADD = `
redis.call("ZADD", KEYS[1], ARGV[1], ARGV[2])
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", ARGV[3])
local last = redis.call("ZRANGE", KEYS[1], -1, -1, "WITHSCORES")
if last[2] then redis.call("PEXPIREAT", KEYS[1], last[2]) end
return 1`;

async function addToList(
  { send, toListKey }: Place,
  { userId, sessionToken, expires }: AdapterSession,
): Promise<void> {
  const list = toListKey(userId);
  const end = String(expires.getTime());
  const args = [end, sessionToken, String(readClock())];
  await send(list, ["EVAL", ADD, "1", list, ...args]);
}

async function readUsers(
  place: Place,
  userId: string,
): Promise<AdapterSession[]> {
  const list = place.toListKey(userId);
  const tokens = toTexts(await place.send(list, ["ZRANGE", list, "0", "-1"]));
  return await readSessions(place, tokens);
}

async function readSessions(
  place: Place,
  tokens: readonly string[],
): Promise<AdapterSession[]> {
  const values = await readAll(place, tokens.map(place.toKey));
  return values.flatMap((value, i) =>
    value === null ? [] : [toSession(tokens[i] ?? "", value)]
  );
}

async function listSessions(
  place: Place,
  userId: string,
): Promise<AdapterSession[]> {
  const now = readClock();
  const sessions = await readUsers(place, userId);
  return sessions.filter(({ expires }) => expires.getTime() > now);
}

async function deleteUsers(
  place: Place,
  userId: string,
  which?: SessionSelection,
): Promise<void> {
  await deleteOf(place, await readUsers(place, userId), which);
}

/**
 * Deletes sessions of all users. There is no list of all sessions: every
 * sign-in would write to that one key.
 */
async function deleteEverybodys(
  place: Place,
  which?: SessionSelection,
): Promise<void> {
  for (const send of await place.nodes()) {
    for await (const tokens of scan(send, place.toKey(""))) {
      await deleteOf(place, await readSessions(place, tokens), which);
    }
  }
}

async function* scan(send: Send, start: string): AsyncGenerator<string[]> {
  const pattern = `${start.replace(/[*?[\]\\]/g, "\\$&")}*`;
  let cursor = "0";
  do {
    const reply = await send(
      ["SCAN", cursor, "MATCH", pattern, "COUNT", "500"],
    );
    if (!Array.isArray(reply)) throw new TypeError("Redis: SCAN gave no list");
    cursor = toText(reply[0]) ?? "0";
    yield toTexts(reply[1]).map((key) => key.slice(start.length));
  } while (cursor !== "0");
}

/** Deletes sessions of a user. A session without a start time counts as old. */
async function deleteOf(
  place: Place,
  sessions: readonly AdapterSession[],
  { before }: SessionSelection = {},
): Promise<void> {
  const ended = sessions.filter(({ createdAt }) =>
    !before || !createdAt || createdAt < before
  );
  await Promise.all(
    ended.map(({ sessionToken }) => deleteSession(place, sessionToken)),
  );
}

/** Returns the time at which Redis expires a session. */
function toEnd({ expires }: AdapterSession): ["PXAT", string] {
  return ["PXAT", String(Math.max(expires.getTime(), 1))];
}

/** A session as it is stored: times in milliseconds since the epoch. */
interface Kept {
  readonly userId: string;
  readonly expires: number;
  readonly createdAt?: number | undefined;
  readonly lastSeenAt?: number | undefined;
  readonly userAgent?: string | null;
  readonly authentication?: string | null;
}

function toValue(session: AdapterSession): string {
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

function toSession(sessionToken: string, value: string): AdapterSession {
  const { createdAt, lastSeenAt, ...kept }: Kept = JSON.parse(value);
  return {
    ...kept,
    sessionToken,
    expires: new Date(kept.expires),
    ...(createdAt !== undefined && { createdAt: new Date(createdAt) }),
    ...(lastSeenAt !== undefined && { lastSeenAt: new Date(lastSeenAt) }),
  };
}
