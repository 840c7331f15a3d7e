/** Plans of the statements over the tables of other libraries. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import pg from "pg";
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
import {
  callAll,
  listSteps,
  record,
  recordSqlite,
  type Sent,
} from "./plans_testkit.ts";
import { createDatabase } from "./postgres_testkit.ts";
import { findTestServer } from "./servers_testkit.ts";
import { onPostgres, onSqlite } from "./tables_testkit.ts";

const server = findTestServer("TEST_POSTGRES_URL");

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const skip = DatabaseSync === null && "this run time has no node:sqlite";

/**
 * Asserts that whole tables are read only to end the sessions of all users:
 * now, or those that began before a time, for which PostgreSQL can read a
 * whole index.
 */
function assertFewScans(scanning: readonly string[]): void {
  assert.ok(scanning.length > 0);
  for (const text of scanning) {
    assert.match(text, /^DELETE FROM "\w+"(?: WHERE \("createdAt" IS NULL|$)/);
  }
}

describe("plans of PostgreSQL over other libraries' tables", {
  skip: server.skip,
}, () => {
  for (const [name, { setUp, tables }] of Object.entries(onPostgres)) {
    it(`every search has an index, and so has the order of a page: ${name}`, async () => {
      const database = await createDatabase(server.url);
      const pool = new pg.Pool({ connectionString: database.url, max: 4 });
      try {
        await pool.query(setUp);
        await migratePostgres(pool, { tables });
        const recorder = record(pool);
        await callAll(
          createPostgresAdapter(recorder, { tables }),
          createPostgresStore(recorder, { tables }),
        );
        assert.ok(recorder.sent.size > 30, `${recorder.sent.size} statements`);
        const { scanning, sorting } = await planAll(pool, recorder.sent);
        assertFewScans(scanning);
        // Addresses that differ in upper and lower case only are one entry of
        // a unique index.
        assert.equal(sorting.length, 1, sorting.join("\n"));
        assert.match(sorting.join(), /WHERE lower\("email"/);
      } finally {
        await pool.end();
        await database.drop();
      }
    });
  }
});

/** Returns the statements that can only read a whole table, and those that can only sort. */
async function planAll(pool: pg.Pool, sent: ReadonlyMap<string, Sent>) {
  const found = { scanning: [] as string[], sorting: [] as string[] };
  const client = await pool.connect();
  try {
    // Then an empty table has the plan of a big one.
    await client.query("SET enable_seqscan = off; SET enable_sort = off");
    for (const { text, values } of sent.values()) {
      const explain = `EXPLAIN (FORMAT JSON) ${text}`;
      const { rows } = await client.query(explain, [...values]);
      const kinds = listSteps(rows[0]["QUERY PLAN"][0].Plan)
        .map((step) => step["Node Type"]);
      if (kinds.includes("Seq Scan")) found.scanning.push(text);
      // An "Incremental Sort" sorts sessions that began at the same moment.
      if (kinds.includes("Sort")) found.sorting.push(text);
    }
  } finally {
    client.release();
  }
  return found;
}

describe("plans of SQLite over other libraries' tables", { skip }, () => {
  for (const [name, { setUp, tables }] of Object.entries(onSqlite)) {
    it(`every search has an index, and so has the order of a page: ${name}`, async () => {
      if (DatabaseSync === null) throw new Error("no node:sqlite");
      const db = new DatabaseSync(":memory:");
      db.exec(setUp);
      migrateSqlite(db, { tables });
      const { handle, texts } = recordSqlite(db);
      await callAll(
        createSqliteAdapter(handle, { tables }),
        createSqliteStore(handle, { tables }),
      );
      assert.ok(texts.size > 30, `${texts.size} statements`);
      const scanning: string[] = [];
      for (const text of texts) {
        const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all()
          .map(({ detail }) => String(detail)).join("\n");
        if (/^SCAN (?!own)/m.test(plan)) scanning.push(text);
        if (!/TEMP B-TREE FOR ORDER BY/.test(plan)) continue;
        // The accounts of one user, or sessions without a start time.
        assert.match(text, /"userId" = \?/);
        assert.doesNotMatch(text, /"createdAt" IS NOT NULL/);
      }
      db.close();
      assertFewScans(scanning);
    });
  }
});
