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
import {
  aboutAll,
  callAll,
  listSteps,
  type PlanStep,
  record,
  recordSqlite,
  type Sent,
  toRows,
} from "./plans_testkit.ts";
import { createDatabase, findTestServer } from "./servers_testkit.ts";

const server = findTestServer("TEST_POSTGRES_URL");

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const skip = DatabaseSync === null && "this run time has no node:sqlite";

/** Rows that a user may have without harm if a statement sorts them. */
const OF_ONE_USER = 50;

describe("plans of PostgreSQL", { skip: server.skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pool: pg.Pool;
  const sent = new Map<string, Sent>();
  before(async () => {
    database = await createDatabase(server.url);
    pool = new pg.Pool({ connectionString: database.url, max: 10 });
    await migratePostgres(pool);
    const recorder = record(pool);
    await callAll(
      createPostgresAdapter(recorder),
      createPostgresStore(recorder),
    );
    for (const [text, one] of recorder.sent) sent.set(text, one);
    const empty = ["users", "sessions", "verification_tokens", "store"];
    for (const one of empty) await pool.query(`DELETE FROM auth_${one}`);
    const series = "generate_series(1, 20000) i";
    const day = (i: string) => `make_interval(days => ${i})`;
    for (const one of toRows(series, "now()", day)) await pool.query(one);
    await pool.query("ANALYZE");
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  async function explain({ text, values }: Sent): Promise<PlanStep[]> {
    const { rows } = await pool.query(
      `EXPLAIN (FORMAT JSON) ${text}`,
      [...values],
    );
    return listSteps(rows[0]["QUERY PLAN"][0].Plan);
  }

  it("no statement reads a whole table, except those about every session", async () => {
    assert.ok(sent.size > 30, `${sent.size} statements were recorded`);
    const scanning: string[] = [];
    for (const one of sent.values()) {
      const steps = await explain(one);
      const isScan = steps.some((step) => step["Node Type"] === "Seq Scan");
      if (isScan) scanning.push(one.text);
    }
    assert.deepEqual(scanning.sort(), aboutAll);
  });

  it("no statement sorts more than the rows of one user", async () => {
    for (const one of sent.values()) {
      const [sort] = (await explain(one))
        .filter((step) => step["Node Type"] === "Sort");
      const rows = sort?.["Plan Rows"] ?? 0;
      assert.ok(rows <= OF_ONE_USER, `${rows} rows: ${one.text}`);
    }
  });

  it("a page of a user with 5,000 sessions is read in the order of the index", async () => {
    const pages = [...sent.values()].filter(({ text }) =>
      text.includes("NOT NULL") && text.includes("LIMIT")
    );
    assert.equal(pages.length, 2);
    for (const { text, values: [, now, , ...place] } of pages) {
      const steps = await explain({
        text,
        values: ["user 1", now, 50, ...place],
      });
      const kinds = steps.map((step) => step["Node Type"]);
      assert.ok(!kinds.includes("Sort"), kinds.join());
      assert.ok(kinds.includes("Index Scan"), kinds.join());
    }
  });

  it("a removal of 1,000 expired rows reads the index on their end", async () => {
    const removals = [...sent.values()].filter(({ text }) =>
      text.includes("SKIP LOCKED")
    );
    assert.equal(removals.length, 3);
    for (const { text } of removals) {
      const steps = await explain({ text, values: [new Date(), 1000] });
      const kinds = steps.map((step) => step["Node Type"]);
      assert.ok(!kinds.includes("Seq Scan"), `${kinds}: ${text}`);
      assert.ok(!kinds.includes("Sort"), `${kinds}: ${text}`);
    }
  });

  it("every foreign key has an index, so that deleting a user reads no whole table", async () => {
    const { rows } = await pool.query(
      `SELECT conname FROM pg_constraint c WHERE contype = 'f' AND NOT EXISTS (
        SELECT FROM pg_index i
        WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1])`,
    );
    assert.deepEqual(rows, []);
  });
});

describe("plans of SQLite", { skip }, () => {
  it("no statement reads a whole table or sorts more than the rows of one user", async () => {
    if (DatabaseSync === null) throw new Error("no node:sqlite");
    const db = new DatabaseSync(":memory:");
    migrateSqlite(db);
    const { handle, texts } = recordSqlite(db);
    await callAll(createSqliteAdapter(handle), createSqliteStore(handle));
    for (
      const one of ["sessions", "accounts", "authenticators", "users", "audit"]
    ) {
      db.exec(`DELETE FROM auth_${one}`);
    }
    const series = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL " +
      "SELECT i + 1 FROM n WHERE i < 20000) SELECT i FROM n)";
    const day = (i: string) => `(${i}) * 86400000`;
    db.exec("DELETE FROM auth_verification_tokens; DELETE FROM auth_store");
    for (const one of toRows(series, `${Date.now()}`, day)) db.exec(one);
    db.exec("ANALYZE");
    assert.ok(texts.size > 30, `${texts.size} statements were recorded`);
    const scanning: string[] = [];
    const sorting: string[] = [];
    for (const text of texts) {
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all()
        .map(({ detail }) => String(detail));
      if (plan.some((step) => /^SCAN (?:auth_|[aus]\b)/.test(step))) {
        scanning.push(text);
      }
      if (plan.some((step) => /TEMP B-TREE FOR ORDER BY/.test(step))) {
        sorting.push(text);
      }
    }
    db.close();
    assert.deepEqual(
      scanning.sort(),
      aboutAll.map((text) => text.replace("$1", "?")),
    );
    for (const text of sorting) assert.match(text, /"userId" = \?/);
  });
});
