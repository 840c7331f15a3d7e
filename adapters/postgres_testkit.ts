import pg from "pg";
import postgres from "postgres";
import type { createPostgresAdapter } from "@latchkey/auth/adapters/postgres";

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
  const tables = ["users", "sessions", "verification_tokens", "store"];
  await run(tables.map((name) => `DELETE FROM auth_${name}`).join(";"));
}
