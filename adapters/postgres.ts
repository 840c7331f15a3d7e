/**
 * Users, accounts, sessions and the store in PostgreSQL (12 or later), through
 * the driver that the application has: `pg` or `postgres` (postgres.js).
 *
 * Each method is one statement, and nothing holds a connection from one method
 * to the next: a pool of one connection serves any number of requests.
 *
 * @module
 */

import type { Adapter } from "../core/model/adapter.ts";
import type { Store } from "../core/model/store.ts";
import {
  openPostgres,
  type PgClient,
  type PostgresJsClient,
  type PostgresSql,
} from "./postgres/handle.ts";
import {
  createDeleteUser,
  createWithAccount,
} from "./postgres/create_with_account.ts";
import {
  createSqlAdapter,
  type MigrationOptions,
  type SqlOptions,
} from "./sql/adapter.ts";
import {
  postgresDialect,
  toAdditions,
  toSchema,
  toSharedAddresses,
  toStatements,
} from "./sql/schema.ts";
import { createSqlStore } from "./sql/store.ts";
import { toDuplicates } from "./tables/duplicates.ts";
import type { MigrationReport } from "./tables/report.ts";
import { mapTables, resolveTables } from "./tables/resolve.ts";

export type {
  PgClient,
  PgNamedQuery,
  PostgresJsClient,
} from "./postgres/handle.ts";
export type { MigrationOptions, SqlOptions } from "./sql/adapter.ts";
export type { MigrationProblem, MigrationReport } from "./tables/report.ts";

/** Options of {@link createPostgresAdapter} and {@link createPostgresStore}. */
export interface PostgresOptions extends SqlOptions {
  /**
   * Whether statements are named, so that the server plans them once per
   * connection. Faster; not for a pooler that may use another connection for
   * each transaction (PgBouncer before 1.21). Default: the `prepare` option of
   * `postgres()` (true, if unset), and false for `pg`.
   */
  prepare?: boolean | undefined;
}

/**
 * An adapter that keeps users, accounts, sessions, mail links and passkeys in
 * PostgreSQL. The tables are those of {@link migratePostgres}, in the schema
 * that the connection's `search_path` names first.
 *
 * It has every capability: tokens are stored as hashes, a new user and their
 * account are stored in one statement, and concurrent requests never leave a
 * user without a way to sign in. Fields of the application's own are in the
 * column `fields`, as JSON.
 *
 * If nothing listens for the errors of a `pg` pool, the adapter does, because a
 * restart of the server would otherwise end the process; failed queries are
 * still reported.
 *
 * @param client a `Pool` or `Client` of `pg`, or the result of `postgres()`
 * @param options names of the tables, prepared statements
 * @returns every method of the interface. A duplicate unique key rejects with
 *   the driver's own error
 *
 * @example
 * ```ts ignore
 * import pg from "pg";
 * import { createPostgresAdapter, migratePostgres } from "@latchkey/auth/adapters/postgres";
 *
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
 * await migratePostgres(pool);
 * const adapter = createPostgresAdapter(pool);
 * ```
 */
export function createPostgresAdapter(
  client: PgClient | PostgresJsClient,
  options: PostgresOptions = {},
): Required<Adapter> {
  const sql = open(client, options);
  return createSqlAdapter(sql, {
    createUserWithAccount: createWithAccount(sql),
    deleteUser: createDeleteUser(sql, options.tables === undefined),
  });
}

/**
 * Creates a {@link Store} in PostgreSQL: revoked sessions and used tokens are
 * known to every process that shares the database. Expired rows are removed a
 * few at a time on writes.
 *
 * @param client a `Pool` or `Client` of `pg`, or the result of `postgres()`
 * @param options names of the tables, prepared statements
 *
 * @example
 * ```ts ignore
 * import postgres from "postgres";
 * import { createPostgresStore, migratePostgres } from "@latchkey/auth/adapters/postgres";
 *
 * const sql = postgres(process.env.DATABASE_URL);
 * await migratePostgres(sql);
 * const store = createPostgresStore(sql);
 * ```
 */
export function createPostgresStore(
  client: PgClient | PostgresJsClient,
  options: PostgresOptions = {},
): Store {
  const sql = open(client, options);
  return {
    ...createSqlStore(sql),
    readClock: () =>
      sql.read(
        "SELECT extract(epoch FROM clock_timestamp()) AS time",
        [],
        ([row]) => Number(row?.time) * 1000,
      ),
  };
}

/**
 * Creates missing tables, columns and indexes, and leaves existing ones
 * unchanged, in one transaction. Call it at every start: concurrent migrations wait for each
 * other. If the application's role may not create tables, run
 * `adapters/schema/postgres.sql`, which has the same statements, with a role
 * that may.
 *
 * With `tables`, it adds to these existing tables the columns and keys that the
 * library needs. Programs that do not know them keep working. New columns take
 * one short transaction, which gives up if it has to wait for a lock longer
 * than five seconds; indexes are built afterwards with `CONCURRENTLY`, so that
 * requests can write meanwhile. Run it again after a failure. A unique key that
 * rows contradict is not created; the report names the users.
 *
 * @param client a `Pool` or `Client` of `pg`, or the result of `postgres()`;
 *   with `tables` not inside a transaction
 * @param options names of the tables, and whether to run nothing
 * @returns the statements that were run, and problems that were found
 * @throws TypeError if `tables` does not fit the database
 *
 * @example
 * ```ts ignore
 * import pg from "pg";
 * import { migratePostgres } from "@latchkey/auth/adapters/postgres";
 *
 * const client = new pg.Client(process.env.DATABASE_URL);
 * await client.connect();
 * await migratePostgres(client);
 * await client.end();
 * ```
 */
export async function migratePostgres(
  client: PgClient | PostgresJsClient,
  options: MigrationOptions = {},
): Promise<MigrationReport> {
  const { prefix, tables, dryRun = false } = options;
  if (tables !== undefined) {
    const { migrateTables } = await import("./tables/migrate_postgres.ts");
    const mapped = mapTables({ prefix, tables }, "postgres");
    const sql = openPostgres({ client, prepare: false }, mapped);
    return await migrateTables(sql, { tables: mapped, dryRun, toTransaction });
  }
  const sql = open(client, { prefix, prepare: false });
  const additions = await readAdditions(sql);
  const schema = toSchema(sql.tables, postgresDialect) + additions;
  try {
    if (!dryRun) await sql.write(toTransaction(schema), []);
    return { statements: toStatements(schema), problems: [] };
  } catch (error) {
    return await migrateShared(sql, additions, error);
  }
}

/** Returns the statements that add missing columns. */
async function readAdditions(sql: PostgresSql): Promise<string> {
  const { users, authenticators } = sql.tables;
  const readColumns = (table: string) =>
    sql.read(
      'SELECT attname AS "name" FROM pg_attribute ' +
        "WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped",
      [table],
      (rows) => rows.map(({ name }) => String(name)),
    );
  return toAdditions(sql.tables, postgresDialect, {
    users: await readColumns(users.name),
    authenticators: await readColumns(authenticators.name),
  });
}

/**
 * Migrates a table in which users share an address.
 *
 * @param error thrown again if there are no such users
 */
async function migrateShared(
  sql: PostgresSql,
  additions: string,
  error: unknown,
): Promise<MigrationReport> {
  const shared = toSharedAddresses(sql.tables, postgresDialect);
  const { query } = shared;
  const schema = shared.schema + additions;
  const problem = await Promise.resolve(
    sql.read(query, [], (rows) => toDuplicates("users", rows)),
  ).catch(() => null);
  if (problem === null) throw error;
  await sql.write(toTransaction(schema), []);
  return { statements: toStatements(schema), problems: [problem] };
}

/** An arbitrary number: all migrations of this library take the same lock. */
const MIGRATION_LOCK = 4_125_663_207_418_921n;

/**
 * Returns the migration as one statement, so that it is one transaction on one
 * connection of a pool. Two processes that create a table concurrently would
 * both find it missing, and one would fail to create it: hence the lock.
 * Notices for existing tables ("NOTICE: relation exists, skipping"), which one
 * driver prints, are turned off.
 */
function toTransaction(schema: string): string {
  return `DO $migration$ BEGIN
PERFORM set_config('client_min_messages', 'warning', true);
PERFORM pg_advisory_xact_lock(${MIGRATION_LOCK});
${schema}END $migration$`;
}

function open(
  client: PgClient | PostgresJsClient,
  { prepare, ...names }: PostgresOptions,
): PostgresSql {
  return openPostgres({ client, prepare }, resolveTables(names, "postgres"));
}
