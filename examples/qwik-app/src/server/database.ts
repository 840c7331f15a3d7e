import {
  createPostgresAdapter,
  createPostgresStore,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";
import {
  createSqliteAdapter,
  createSqliteStore,
  migrateSqlite,
} from "@latchkey/auth/adapters/sqlite";
import type { Adapter, Store } from "@latchkey/auth/types";
import process from "node:process";

/**
 * The storage of users and sessions; without an adapter, sessions are in
 * cookies and users are not stored.
 */
export interface Database {
  readonly adapter?: Adapter;
  readonly store?: Store;
}

/**
 * Opens the database named by DATABASE: `sqlite`, a file in the working
 * directory, or the URL of a PostgreSQL database. Creates missing tables.
 */
export async function openDatabase(
  name: string = process.env.DATABASE ?? "",
): Promise<Database> {
  if (name === "") return {};
  if (name === "sqlite") return await openSqlite();
  if (/^postgres(?:ql)?:/.test(name)) return await openPostgres(name);
  // Not the value itself: it may hold a password.
  throw new Error(
    'DATABASE must be "sqlite" or the URL of a PostgreSQL database.',
  );
}

/**
 * Part of Deno, and of Node from version 22.13; a driver such as better-sqlite3
 * works as well.
 */
async function openSqlite(): Promise<Database> {
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(process.env.DATABASE_FILE ?? "app.sqlite");
  // Several processes may use the file: they wait for each other.
  db.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000;");
  migrateSqlite(db);
  return { adapter: createSqliteAdapter(db), store: createSqliteStore(db) };
}

async function openPostgres(connectionString: string): Promise<Database> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString });
  // An idle connection that ends: the pool opens another one.
  // deno-lint-ignore no-console -- this is the application's log
  pool.on("error", (error: Error) => console.error(error.message));
  await migratePostgres(pool);
  return {
    adapter: createPostgresAdapter(pool),
    store: createPostgresStore(pool),
  };
}
