import assert from "node:assert/strict";
import { describe, it } from "node:test";
import pg from "pg";
import {
  createPostgresAdapter,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";
import {
  createSqliteAdapter,
  migrateSqlite,
} from "@latchkey/auth/adapters/sqlite";
import { runAdapterContract } from "@latchkey/auth/testing/adapter-contract";
import { createDatabase } from "./postgres_testkit.ts";
import { findTestServer } from "./servers_testkit.ts";
import {
  type Existing,
  onPostgres,
  onSqlite,
  toEmpty,
} from "./tables_testkit.ts";

type Rows = Awaited<ReturnType<typeof runAdapterContract>>;

function assertPassed(rows: Rows, { weaknesses = [] }: Existing): void {
  const failed = rows.filter((row) => row.verdict !== "passed");
  const unknown = failed.filter((row) =>
    row.level === "required" || !weaknesses.includes(row.name)
  );
  assert.deepEqual(unknown, []);
  assert.deepEqual(failed.map((row) => row.name), weaknesses);
}

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const skip = DatabaseSync === null && "this run time has no node:sqlite";

const server = findTestServer("TEST_POSTGRES_URL");

describe("existing tables in PostgreSQL", { skip: server.skip }, () => {
  for (const [name, existing] of Object.entries(onPostgres)) {
    it(`the adapter's contract holds over ${name}`, async () => {
      const database = await createDatabase(server.url);
      const pool = new pg.Pool({ connectionString: database.url, max: 10 });
      try {
        const { tables } = existing;
        await pool.query(existing.setUp);
        const { problems } = await migratePostgres(pool, { tables });
        assert.deepEqual(problems, []);
        const rows = await runAdapterContract(async () => {
          await pool.query(toEmpty(existing));
          return createPostgresAdapter(pool, { tables });
        });
        assertPassed(rows, existing);
        const again = await migratePostgres(pool, { tables });
        assert.deepEqual(again, { statements: [], problems: [] });
      } finally {
        await pool.end();
        await database.drop();
      }
    });
  }
});

describe("SQLite", { skip }, () => {
  for (const [name, existing] of Object.entries(onSqlite)) {
    it(`the adapter's contract holds over ${name}`, async () => {
      const { tables } = existing;
      const rows = await runAdapterContract(() => {
        if (DatabaseSync === null) throw new Error("no node:sqlite");
        const db = new DatabaseSync(":memory:");
        db.exec(existing.setUp);
        migrateSqlite(db, { tables });
        const again = migrateSqlite(db, { tables });
        assert.deepEqual(again.statements, []);
        return createSqliteAdapter(db, { tables });
      });
      assertPassed(rows, existing);
    });
  }
});
