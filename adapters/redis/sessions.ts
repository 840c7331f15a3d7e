import type {
  AdapterSession,
  AdapterSessionUpdate,
} from "../../core/model/adapter.ts";
import { readClock } from "../../core/runtime/clock.ts";
import type { SessionStorage } from "../split.ts";
import { endAll, endOfUser } from "./end_sessions.ts";
import { type Place, readUsers, toSession, toValue } from "./records.ts";
import { type Connection, replace, toText } from "./connection.ts";

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
      userId === null ? endAll(place, which) : endOfUser(place, userId, which),
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
  { ask, toKey }: Place,
  token: string,
): Promise<AdapterSession | null> {
  const value = toText(await ask(toKey(token), ["GET", toKey(token)]));
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
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", now)
local last = redis.call("ZRANGE", KEYS[1], -1, -1, "WITHSCORES")
if last[2] then redis.call("PEXPIREAT", KEYS[1], last[2]) end
return 1`;

async function addToList(
  { send, toListKey }: Place,
  { userId, sessionToken, expires }: AdapterSession,
): Promise<void> {
  const list = toListKey(userId);
  const end = String(expires.getTime());
  await send(list, ["EVAL", ADD, "1", list, end, sessionToken]);
}

async function listSessions(
  place: Place,
  userId: string,
): Promise<AdapterSession[]> {
  const now = readClock();
  const sessions = await readUsers(place, userId);
  return sessions.filter(({ expires }) => expires.getTime() > now);
}

/** Returns the time at which Redis expires a session. */
function toEnd({ expires }: AdapterSession): ["PXAT", string] {
  return ["PXAT", String(Math.max(expires.getTime(), 1))];
}
