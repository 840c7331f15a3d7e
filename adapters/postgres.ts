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
  createSqlAdapter,
  type OwnMethods,
  type SqlOptions,
} from "./sql/adapter.ts";
import { accountColumns, sessionColumns, userColumns } from "./sql/records.ts";
import { postgresDialect, toSchema } from "./sql/schema.ts";
import { insertInto, list, toParams } from "./sql/sql.ts";
import { createSqlStore } from "./sql/store.ts";
import { toTables } from "./sql/tables.ts";
import { toKnownUser } from "./sql/users.ts";

export type {
  PgClient,
  PgNamedQuery,
  PostgresJsClient,
} from "./postgres/handle.ts";
export type { SqlOptions } from "./sql/adapter.ts";

/** Options of {@link createPostgresAdapter} and {@link createPostgresStore}. */
export interface PostgresOptions extends SqlOptions {
  /**
   * Give statements a name, so that the server plans them once for each
   * connection. Quicker; not for a pooler that hands each transaction another
   * connection (PgBouncer before 1.21). Default: what `postgres()` was told
   * (true, if nothing), and false for `pg`.
   */
  prepare?: boolean | undefined;
}

/**
 * An adapter that keeps users, accounts, sessions, mail links and passkeys in
 * PostgreSQL. The tables are those of {@link migratePostgres}, in the schema
 * that the connection's `search_path` names first.
 *
 * It has every capability: tokens are stored as hashes, a new person and their
 * account are stored in one statement, and two requests at once never leave
 * somebody without a way to sign in. Fields of a person that have no column are
 * not kept.
 *
 * @param client a `Pool` or `Client` of `pg`, or what `postgres()` gives
 * @param options names of the tables, prepared statements
 * @returns every method of the interface. What breaks a unique key rejects with
 * the driver's own error
 *
 * @example
 * ```ts ignore
 * import pg from "pg";
 * import { createPostgresAdapter, migratePostgres } from "@latchkey/auth/adapters/postgres";
 *
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
 * // Without a listener, a server that restarts would end the process.
 * pool.on("error", (error) => console.error(error.message));
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
    // Everything that belongs to a user goes with them: ON DELETE CASCADE.
    deleteUser: (id) =>
      sql.write(`DELETE FROM ${sql.tables.users} WHERE "id" = $1`, [id]),
  });
}

/**
 * A {@link Store} in PostgreSQL: what is revoked and used up is known to every
 * process that shares the database. Expired rows are removed a few at a time
 * when something is written.
 *
 * @param client a `Pool` or `Client` of `pg`, or what `postgres()` gives
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
  return createSqlStore(open(client, options));
}

/**
 * Makes the tables and indexes that are not there yet, and leaves those that
 * are as they are, in one transaction. Call it at every start: processes that
 * do so at once wait for each other. A role that may not create tables needs
 * them made by one that may; the statements are those of
 * `adapters/schema/postgres.sql`.
 *
 * @param client a `Pool` or `Client` of `pg`, or what `postgres()` gives
 * @param options names of the tables
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
  options: SqlOptions = {},
): Promise<void> {
  const sql = open(client, { prefix: options.prefix });
  await sql.write(toMigration(toSchema(sql.tables, postgresDialect)), []);
}

/** Any number: all migrations of this library take the same lock. */
const MIGRATION_LOCK = 4_125_663_207_418_921n;

/**
 * One statement, so that it is one transaction on one connection of a pool. Two
 * processes that create a table at once would both fail to find it, and one
 * would fail to create it: hence the lock. What is there already is no news
 * ("NOTICE: relation exists, skipping"), which one driver prints.
 */
function toMigration(schema: string): string {
  return `DO $migration$ BEGIN
PERFORM set_config('client_min_messages', 'warning', true);
PERFORM pg_advisory_xact_lock(${MIGRATION_LOCK});
${schema}END $migration$`;
}

function open(
  client: PgClient | PostgresJsClient,
  { prefix, prepare }: PostgresOptions,
): PostgresSql {
  return openPostgres({ client, prepare }, toTables(prefix));
}

/**
 * One statement, and so all or nothing without a transaction that would hold a
 * connection. Foreign keys are checked at its end, when all rows are there.
 */
function createWithAccount(
  sql: PostgresSql,
): OwnMethods["createUserWithAccount"] {
  const { users, accounts, sessions } = sql.tables;
  const afterUser = userColumns.length + 1;
  const account = insertInto(accounts, accountColumns, afterUser);
  const session = insertInto(
    sessions,
    sessionColumns,
    afterUser + accountColumns.length,
  );
  const user = `${insertInto(users, userColumns)} ` +
    `RETURNING ${list(userColumns)}`;
  const without = `WITH account AS (${account}) ${user}`;
  const withSession = `WITH account AS (${account}), session AS (${session}) ` +
    user;
  return (records) => {
    const userId = records.user.id;
    const params = [
      ...toParams(userColumns, records.user),
      ...toParams(accountColumns, { ...records.account, userId }),
    ];
    if (records.session === null) return sql.read(without, params, toKnownUser);
    const more = toParams(sessionColumns, { ...records.session, userId });
    return sql.read(withSession, [...params, ...more], toKnownUser);
  };
}
