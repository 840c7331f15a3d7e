/**
 * Where the users of flows are stored.
 *
 * @module
 */

import type { Adapter, Store } from "@latchkey/auth";
import type { Dump } from "./database.ts";

/** The maps of tables of other libraries that flows use. */
export type MapName =
  | "drizzleSqliteTables"
  | "kyselySqliteTables"
  | "betterAuthSqliteTables"
  | "betterAuthTables"
  | "prismaTables";

/** What an application is given. */
export interface Storage {
  readonly adapter: Required<Adapter>;
  readonly store: Store;
}

/** A database. */
export interface Place {
  /** Migrates it, as at each start of an application. */
  start(): Promise<Storage>;
  /** Reads everything that it has. */
  dump(): Promise<Dump>;
  close(): Promise<void>;
}
