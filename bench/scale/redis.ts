import process from "node:process";
import { createMemoryAdapter } from "../../adapters/memory.ts";
import { createRedisSessions, createRedisStore } from "../../adapters/redis.ts";
import {
  clients,
  type RedisConnection,
} from "../../adapters/servers_testkit.ts";
import { createSplitAdapter } from "../../adapters/split.ts";
import type { AdapterSession } from "../../core/model/adapter.ts";
import {
  EXPIRED_OF,
  LIFE,
  type Size,
  toLight,
  toOwner,
  toRow,
  toStride,
  toThree,
  toUserId,
} from "./data.ts";
import { report, type Subject } from "./subject.ts";

/** The number of databases of the server that are filled. */
let databases = 0;

/** Fills a database of the Redis server that the command has started. */
export async function fillRedis(size: Size): Promise<Subject> {
  const url = `${process.env.TEST_REDIS_URL}/${databases++}`;
  const connection = await openRedis(url);
  const empty = await countBytes(connection);
  await fill(connection, size);
  const bytes = await countBytes(connection) - empty;
  const reading = await openRedis(url);
  const sessions = createRedisSessions(connection.client);
  const toAdapter = (part: typeof sessions) =>
    createSplitAdapter({ users: createUsers(size), sessions: part });
  return {
    size,
    bytes,
    adapter: toAdapter(sessions),
    store: createRedisStore(connection.client),
    reader: toAdapter(createRedisSessions(reading.client)),
    undo: async (user, work) => {
      await work();
      const rows = listRows(size, user);
      await Promise.all(rows.map((row) => sessions.createSession(row)));
    },
    close: async () => {
      await reading.close();
      await connection.close();
    },
  };
}

async function openRedis(url: string): Promise<RedisConnection> {
  const { redis: open } = clients;
  if (open === undefined) throw new Error("there is no client");
  return await open(url);
}

/** Users cost nothing here: they are in another database, and computed. */
function createUsers({ users }: Size) {
  const known = (id: string) => ({ id, email: null, emailVerified: null });
  const { deleteExpired: _, ...adapter } = createMemoryAdapter();
  return {
    ...adapter,
    getUser: known,
    getUserByAccount: (account: { readonly providerAccountId: string }) =>
      known(toUserId(Number(account.providerAccountId.slice(8)) % users)),
  };
}

/** Sessions that one script writes. */
const CHUNK = 500;

/**
 * Writes what `createSession` of the adapter writes: the record, and the list
 * of its user, which here lives until the end of them all. The arguments are
 * the prefix, that end, and for each session token, user, end and value.
 */
const FILL = `
for i = 3, #ARGV, 4 do
  redis.call("SET", ARGV[1] .. "session:" .. ARGV[i], ARGV[i + 3], "PXAT", ARGV[i + 2])
  local list = ARGV[1] .. "sessions:" .. ARGV[i + 1]
  redis.call("ZADD", list, ARGV[i + 2], ARGV[i])
  redis.call("PEXPIREAT", list, ARGV[2])
end
return 1`;

async function fill({ send }: RedisConnection, size: Size): Promise<void> {
  const now = Date.now();
  const last = `${now + 2 * LIFE * 1000}`;
  let chunk: string[] = [];
  let before: Promise<unknown> = Promise.resolve();
  for (let i = 0; i < size.sessions; i++) {
    if (i % EXPIRED_OF !== 1) chunk.push(...toArguments(toRow(size, i, now)));
    if (chunk.length < CHUNK * 4 && i < size.sessions - 1) continue;
    // The next chunk is computed while the server works on this one.
    const written = send("EVAL", FILL, "0", "latchkey:", last, ...chunk);
    await before;
    before = written;
    chunk = [];
    if (i % 1_000_000 < CHUNK) report(`Redis: ${i}`);
  }
  await before;
}

function toArguments(session: Required<AdapterSession>): string[] {
  const { sessionToken, userId, userAgent, authentication } = session;
  const expires = session.expires.getTime();
  const createdAt = session.createdAt?.getTime();
  const lastSeenAt = session.lastSeenAt?.getTime();
  const times = { userId, expires, createdAt, lastSeenAt };
  const value = JSON.stringify({ ...times, userAgent, authentication });
  return [sessionToken, userId, `${expires}`, value];
}

/** Lists the sessions of the users whose sessions are removed. */
function listRows(size: Size, user: number): AdapterSession[] {
  const now = Date.now();
  const numbers = user === toLight(size) ? toThree(size) : Array.from(
    { length: Math.ceil(size.sessions / toStride(size)) },
    (_, i) => i * toStride(size),
  );
  return numbers
    .filter((i) => i % EXPIRED_OF !== 1 && toOwner(size, i) === user)
    .map((i) => toRow(size, i, now));
}

async function countBytes({ send }: RedisConnection): Promise<number> {
  const info = String(await send("INFO", "memory"));
  return Number(/^used_memory:(\d+)/m.exec(info)?.[1]);
}
