/**
 * Users, accounts, sessions and the store in SQLite, through the driver that
 * the application has: `node:sqlite` (Deno, Node from 22.13), `better-sqlite3`
 * or `bun:sqlite`. These drivers are synchronous: a query blocks the process
 * while it runs.
 *
 * If several processes use one file, give the connection a busy timeout
 * (`PRAGMA busy_timeout = 5000`) and the file a write-ahead log
 * (`PRAGMA journal_mode = WAL`): otherwise a request that meets another
 * process's write fails.
 *
 * @module
 */

import type { Adapter } from "../core/model/adapter.ts";
import type { Store } from "../core/model/store.ts";
import {
  createSqlAdapter,
  type MigrationOptions,
  type SqlOptions,
} from "./sql/adapter.ts";
import {
  sqliteDialect,
  toAdditions,
  toSchema,
  toSharedAddresses,
  toStatements,
} from "./sql/schema.ts";
import { createSqlStore } from "./sql/store.ts";
import { toTables } from "./sql/tables.ts";
import { toDuplicates } from "./tables/duplicates.ts";
import { migrateTables } from "./tables/migrate_sqlite.ts";
import type { MigrationProblem, MigrationReport } from "./tables/report.ts";
import { mapTables, resolveTables } from "./tables/resolve.ts";
import {
  createDeleteUser,
  createWithAccount,
} from "./sqlite/create_with_account.ts";
import {
  openSqlite,
  type SqliteDatabase,
  type SqliteSql,
} from "./sqlite/handle.ts";

export type { MigrationOptions, SqlOptions } from "./sql/adapter.ts";
export type { MigrationProblem, MigrationReport } from "./tables/report.ts";
export type { SqliteDatabase, SqliteStatement } from "./sqlite/handle.ts";

/**
 * An adapter that keeps users, accounts, sessions, mail links and passkeys in
 * SQLite. The tables are those of {@link migrateSqlite}.
 *
 * It has every capability: tokens are stored as hashes, a new user and their
 * account are stored in one transaction, and concurrent requests never leave a
 * user without a way to sign in. Fields of the application's own are in the
 * column `fields`, as JSON.
 *
 * @param db an open database
 * @param options names of the tables
 * @returns every method of the interface. A duplicate unique key throws the
 *   driver's own error
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { DatabaseSync } from "node:sqlite";
 * import { createSqliteAdapter, migrateSqlite } from "@latchkey/auth/adapters/sqlite";
 *
 * const db = new DatabaseSync(":memory:");
 * migrateSqlite(db);
 * const adapter = createSqliteAdapter(db);
 * const id = crypto.randomUUID();
 * await adapter.createUser({ id, email: "ann@example.com", emailVerified: null });
 * const ann = await adapter.getUserByEmail("ann@example.com");
 * assert.equal(ann?.id, id);
 * ```
 */
export function createSqliteAdapter(
  db: SqliteDatabase,
  options: SqlOptions = {},
): Required<Adapter> {
  const sql = openSqlite(db, resolveTables(options, "sqlite"));
  return createSqlAdapter(sql, {
    createUserWithAccount: createWithAccount(sql),
    deleteUser: createDeleteUser(sql),
  });
}

/**
 * Creates a {@link Store} in SQLite: revoked sessions and used tokens are known
 * to every process that opens the file. Expired rows are removed a few at a
 * time on writes.
 *
 * @param db an open database
 * @param options names of the tables
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { DatabaseSync } from "node:sqlite";
 * import { createSqliteStore, migrateSqlite } from "@latchkey/auth/adapters/sqlite";
 *
 * const db = new DatabaseSync(":memory:");
 * migrateSqlite(db);
 * const store = createSqliteStore(db);
 * await store.set("key", "value", 60);
 * assert.deepEqual(await store.get(["key", "other"]), ["value", null]);
 * ```
 */
export function createSqliteStore(
  db: SqliteDatabase,
  options: SqlOptions = {},
): Store {
  return createSqlStore(openSqlite(db, resolveTables(options, "sqlite")));
}

/**
 * Creates missing tables, columns and indexes, and leaves existing ones
 * unchanged. Call it at every start: several processes may do so concurrently (each waits five
 * seconds at most for the others). The statements are those of
 * `adapters/schema/sqlite.sql`.
 *
 * With `tables`, it adds to these existing tables the columns and keys that the
 * library needs. Programs that do not know them keep working. A unique key
 * that rows contradict is not created; the report names the users.
 *
 * @param db an open database, not inside a transaction
 * @param options names of the tables, and whether to run nothing
 * @returns the statements that were run, and problems that were found
 * @throws TypeError if `tables` does not fit the database
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { migrateSqlite } from "@latchkey/auth/adapters/sqlite";
 *
 * const db = new DatabaseSync(":memory:");
 * migrateSqlite(db);
 * migrateSqlite(db); // changes nothing
 * ```
 */
export function migrateSqlite(
  db: SqliteDatabase,
  options: MigrationOptions = {},
): MigrationReport {
  const { prefix, tables, dryRun = false } = options;
  if (tables !== undefined) {
    const mapped = mapTables({ prefix, tables }, "sqlite");
    return migrateTables(openSqlite(db, mapped), { tables: mapped, dryRun });
  }
  const sql = openSqlite(db, toTables("sqlite", prefix));
  const toWhole = () =>
    toSchema(sql.tables, sqliteDialect) + readAdditions(sql);
  const migrate = () => {
    const schema = toWhole();
    db.exec(schema);
    return schema;
  };
  try {
    const schema = dryRun ? toWhole() : sql.lockAndRun(migrate);
    return { statements: toStatements(schema), problems: [] };
  } catch (error) {
    return migrateShared(db, sql, error);
  }
}

/** Returns the statements that add missing columns. */
function readAdditions(sql: SqliteSql): string {
  const { users, authenticators } = sql.tables;
  const readColumns = (table: string) =>
    sql.read(
      "SELECT name FROM pragma_table_info($1)",
      [table],
      (rows) => rows.map(({ name }) => String(name)),
    );
  return toAdditions(sql.tables, sqliteDialect, {
    users: readColumns(users.name),
    authenticators: readColumns(authenticators.name),
  });
}

/**
 * Migrates a table in which users share an address.
 *
 * @param error thrown again if there are no such users
 */
function migrateShared(
  db: SqliteDatabase,
  sql: SqliteSql,
  error: unknown,
): MigrationReport {
  const { query, schema } = toSharedAddresses(sql.tables, sqliteDialect);
  let problem: MigrationProblem | null = null;
  try {
    problem = sql.read(query, [], (rows) => toDuplicates("users", rows));
  } catch {
    // The first error is the one to report.
  }
  if (problem === null) throw error;
  const whole = sql.lockAndRun(() => {
    const text = schema + readAdditions(sql);
    db.exec(text);
    return text;
  });
  return { statements: toStatements(whole), problems: [problem] };
}
