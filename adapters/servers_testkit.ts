/**
 * For tests only: the servers that storage tests use, and the packages that
 * connect to them.
 *
 * @module
 */

import process from "node:process";
import pg from "pg";
import postgres from "postgres";
import type { createPostgresAdapter } from "@latchkey/auth/adapters/postgres";
import { Redis } from "ioredis";
import { createClient } from "redis";
import type { RedisClient } from "@latchkey/auth/adapters/redis";

/**
 * The address of a test server, and the reason if tests that need it are
 * skipped.
 */
export interface TestServer {
  readonly url: string;
  /** For the `skip` of a test: false if the server is available. */
  readonly skip: string | false;
}

/**
 * Returns the server that the test scripts have started. Without one, tests are
 * skipped with a reason; on CI they fail instead, because a skip would go
 * unnoticed.
 */
export function findTestServer(
  variable: "TEST_POSTGRES_URL" | "TEST_REDIS_URL",
): TestServer {
  const url = process.env[variable] ?? "";
  const reason = `${variable} is not set: \`deno task test\` sets it`;
  if (url === "" && process.env.CI) throw new Error(reason);
  return { url, skip: url === "" && reason };
}

/** The client that an adapter takes. */
export type Client = Parameters<typeof createPostgresAdapter>[0];

/** An open handle of a driver. */
export interface Connection {
  readonly client: Client;
  /** Runs a statement directly, without the adapter. */
  run(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** The drivers by name; `max` is the size of their connection pool. */
export const drivers: Readonly<
  Record<string, (url: string, max: number) => Connection>
> = {
  pg: (url, max) => {
    const pool = new pg.Pool({ connectionString: url, max });
    return {
      client: pool,
      run: async (text) => (await pool.query(text)).rows,
      close: () => pool.end(),
    };
  },
  postgres: (url, max) => {
    const sql = postgres(url, { max });
    return {
      client: sql,
      run: async (text) => [...await sql.unsafe(text)],
      close: () => sql.end(),
    };
  },
};

/**
 * Creates a separate database, so that runtimes and test files do not collide.
 */
export async function createDatabase(
  server: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const run = async (text: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    // Waits a few seconds at most for connections that are about to close.
    drop: () => run(`DROP DATABASE ${name}`),
  };
}

/**
 * Removes everything from a database, which takes a tenth of the time of
 * creating another one.
 */
export async function renewDatabase(pool: pg.Pool): Promise<void> {
  await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
}

/**
 * Empties all tables. DELETE instead of TRUNCATE: for a few rows it is ten
 * times as fast.
 */
export async function empty({ run }: Connection): Promise<void> {
  const tables = ["users", "sessions", "verification_tokens", "audit", "store"];
  await run(tables.map((name) => `DELETE FROM auth_${name}`).join(";"));
}

/** An open client of a package. */
export interface RedisConnection {
  readonly client: RedisClient;
  /** Sends a command directly, without the adapter. */
  send(...args: string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** The packages by name. */
export const clients: Readonly<
  Record<string, (url: string) => Promise<RedisConnection>>
> = {
  redis: async (url) => {
    const client = createClient({ url });
    await client.connect();
    return {
      client,
      send: (...args) => client.sendCommand(args),
      close: async () => await client.close(),
    };
  },
  ioredis: async (url) => {
    const client = new Redis(url, { lazyConnect: true });
    await client.connect();
    return {
      client,
      send: (command = "", ...args) => client.call(command, ...args),
      close: async () => void await client.quit(),
    };
  },
};

/** Lists the keys below a prefix. */
export async function listKeys(
  { send }: RedisConnection,
  prefix: string,
): Promise<string[]> {
  const keys = await send("KEYS", `${prefix}*`);
  return Array.isArray(keys) ? keys.map(String).sort() : [];
}

/**
 * Makes time pass for the keys below a prefix, without waiting, by shortening
 * their lifetimes.
 */
export async function age(
  connection: RedisConnection,
  prefix: string,
  ms: number,
): Promise<void> {
  for (const key of await listKeys(connection, prefix)) {
    const rest = Number(await connection.send("PTTL", key)) - ms;
    // The test itself takes less time than this.
    if (rest <= 0) await connection.send("DEL", key);
    else await connection.send("PEXPIRE", key, `${rest}`);
  }
}
