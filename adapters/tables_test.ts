/**
 * The adapter over the tables of other libraries: whether the contract holds,
 * and the plans of the statements that it sends.
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
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
import { runAdapterContract } from "@latchkey/auth/testing/adapter-contract";
import {
  callRest,
  listSteps,
  record,
  recordSqlite,
  type Sent,
} from "./plans_testkit.ts";
import {
  createDatabase,
  findTestServer,
  renewDatabase,
} from "./servers_testkit.ts";

import {
  type Existing,
  onPostgres,
  onSqlite,
  toEmpty,
} from "./tables_testkit.ts";

type Rows = Awaited<ReturnType<typeof runAdapterContract>>;

function assertPassed(rows: Rows, { weaknesses = [] }: Existing): void {
  assert.ok(rows.length > 0);
  const failed = rows.filter((row) => row.verdict !== "passed");
  const unknown = failed.filter((row) =>
    row.level === "required" || !weaknesses.includes(row.name)
  );
  assert.deepEqual(unknown, []);
  assert.deepEqual(failed.map((row) => row.name), weaknesses);
}

/**
 * Asserts that whole tables are read only to end the sessions of all users:
 * now, or those that began before a time, for which PostgreSQL can read a
 * whole index. SQLite's list of a table's columns is no table, nor is a
 * constant row.
 */
function assertFewScans(scanning: readonly string[]): void {
  assert.ok(scanning.length > 0);
  for (const text of scanning) {
    assert.match(
      text,
      /^DELETE FROM "\w+"(?: WHERE \("createdAt" IS NULL|$)|FROM pragma_|SELECT '' WHERE 1 = 0$/,
    );
  }
}

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const skip = DatabaseSync === null && "this run time has no node:sqlite";

const server = findTestServer("TEST_POSTGRES_URL");

/** Runs the contract over tables; returns how it went, and what was sent. */
async function useTables(pool: pg.Pool, existing: Existing) {
  const { tables } = existing;
  await renewDatabase(pool);
  await pool.query(existing.setUp);
  const { problems } = await migratePostgres(pool, { tables });
  assert.deepEqual(problems, []);
  const { sent, ...recorder } = record(pool);
  const createAdapter = async () => {
    await pool.query(toEmpty(existing));
    return createPostgresAdapter(recorder, { tables });
  };
  const rows = await runAdapterContract(createAdapter);
  await callRest(
    await createAdapter(),
    createPostgresStore(recorder, { tables }),
  );
  const again = await migratePostgres(pool, { tables });
  assert.deepEqual(again, { statements: [], problems: [] });
  return { rows, sent, ...await planAll(pool, sent) };
}

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

describe("existing tables in PostgreSQL", { skip: server.skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  before(async () => {
    database = await createDatabase(server.url);
  });
  after(() => database.drop());

  for (const [name, existing] of Object.entries(onPostgres)) {
    describe(name, () => {
      let used: Awaited<ReturnType<typeof useTables>>;
      before(async () => {
        const pool = new pg.Pool({ connectionString: database.url, max: 10 });
        used = await useTables(pool, existing).finally(() => pool.end());
      });

      it(`the adapter's contract holds over ${name}`, () => {
        assertPassed(used.rows, existing);
      });

      it(`every search has an index, and so has the order of a page: ${name}`, () => {
        const { sent, scanning, sorting } = used;
        assert.ok(sent.size > 30, `${sent.size} statements`);
        assertFewScans(scanning);
        // Addresses that differ in upper and lower case only are one entry of
        // a unique index. The search comes with and without own fields.
        assert.equal(sorting.length, 2, sorting.join("\n"));
        for (const one of sorting) assert.match(one, /WHERE lower\("email"/);
      });
    });
  }
});

/** The same over tables in SQLite. */
async function useSqlite(existing: Existing) {
  if (DatabaseSync === null) throw new Error("no node:sqlite");
  const db = new DatabaseSync(":memory:");
  const { tables } = existing;
  db.exec(existing.setUp);
  migrateSqlite(db, { tables });
  assert.deepEqual(migrateSqlite(db, { tables }).statements, []);
  const { handle, texts } = recordSqlite(db);
  const createAdapter = () => {
    db.exec(toEmpty(existing));
    return createSqliteAdapter(handle, { tables });
  };
  const rows = await runAdapterContract(createAdapter);
  await callRest(createAdapter(), createSqliteStore(handle, { tables }));
  const scanning: string[] = [];
  const sorting: string[] = [];
  for (const text of texts) {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all()
      .map(({ detail }) => String(detail)).join("\n");
    if (/^SCAN (?!own)/m.test(plan)) scanning.push(text);
    if (/TEMP B-TREE FOR ORDER BY/.test(plan)) sorting.push(text);
  }
  db.close();
  return { rows, texts, scanning, sorting };
}

describe("existing tables in SQLite", { skip }, () => {
  for (const [name, existing] of Object.entries(onSqlite)) {
    describe(name, () => {
      let used: Awaited<ReturnType<typeof useSqlite>>;
      before(async () => {
        used = await useSqlite(existing);
      });

      it(`the adapter's contract holds over ${name}`, () => {
        assertPassed(used.rows, existing);
      });

      it(`every search has an index, and so has the order of a page: ${name}`, () => {
        const { texts, scanning, sorting } = used;
        assert.ok(texts.size > 30, `${texts.size} statements`);
        assertFewScans(scanning);
        for (const text of sorting) {
          // The accounts of one user, or sessions without a start time.
          assert.match(text, /"userId" = \?/);
          assert.doesNotMatch(text, /"createdAt" IS NOT NULL/);
        }
      });
    });
  }
});
