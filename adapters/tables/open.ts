import {
  openPostgres,
  type PgClient,
  type PostgresJsClient,
} from "../postgres/handle.ts";
import { openSqlite, type SqliteDatabase } from "../sqlite/handle.ts";
import type { Sql } from "../sql/sql.ts";
import { resolveTables, type TableOptions } from "./resolve.ts";

/** The client of a database: what the adapters take. */
export type TablesClient = PgClient | PostgresJsClient | SqliteDatabase;

/** Opens the tables that the options name. */
export function openTables(client: TablesClient, options: TableOptions): Sql {
  if ("exec" in client && "prepare" in client) {
    return openSqlite(client, resolveTables(options, "sqlite"));
  }
  const tables = resolveTables(options, "postgres");
  return openPostgres({ client, prepare: false }, tables);
}
