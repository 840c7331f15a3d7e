/** The contracts over Bun's own SQLite, which no other runtime has. */

import assert from "node:assert/strict";
import {
  createSqliteAdapter,
  createSqliteStore,
  migrateSqlite,
  type SqliteDatabase,
} from "@latchkey/auth/adapters/sqlite";
import { runAdapterContract } from "@latchkey/auth/testing/adapter-contract";
import { runStoreContract } from "@latchkey/auth/testing/store-contract";

/** Only Bun can load it, so the types are declared here. */
interface BunSqlite {
  readonly Database: new (
    path: string,
    options?: { readonly safeIntegers?: boolean; readonly strict?: boolean },
  ) => SqliteDatabase;
}

/**
 * Runs both contracts, with the database's default options and with the
 * strictest.
 */
export async function checkBunSqlite(): Promise<void> {
  const name = "bun:sqlite";
  const { Database }: BunSqlite = await import(name);
  for (const options of [undefined, { safeIntegers: true, strict: true }]) {
    const open = () => {
      const db = new Database(":memory:", options);
      migrateSqlite(db);
      return db;
    };
    const rows = [
      ...await runAdapterContract(() => createSqliteAdapter(open())),
      ...await runStoreContract(() => createSqliteStore(open())),
    ];
    assert.deepEqual(rows.filter(({ verdict }) => verdict === "failed"), []);
    assert.ok(rows.some(({ verdict }) => verdict === "passed"));
  }
}
