/**
 * Rehearses upgrades with databases of PostgreSQL, which a role reads that may do
 * nothing else.
 *
 * @module
 */

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { migratePostgres } from "@latchkey/auth/adapters/postgres";
import { createDatabase, findTestServer } from "../adapters/servers_testkit.ts";
import { runOrThrow } from "../scripts/command.ts";
import {
  installChanged,
  installWhole,
  NEW_COLUMN_POSTGRES,
  NEW_HASHES,
} from "./break.ts";
import { restore } from "./database.ts";
import { readRows, restore as restorePostgres } from "./postgres.ts";
import { call, readDump, rehearse, toFailures } from "./rehearsal.ts";

const { url: server, skip } = findTestServer("TEST_POSTGRES_URL");
const whole = await installWhole("rehearse-postgres");
const role = `reader_${crypto.randomUUID().replaceAll("-", "")}`;
const password = `a secret of ${role}`;

/** A database, and its address for the role. */
interface Place {
  readonly pool: pg.Pool;
  readonly url: string;
  close(): Promise<void>;
}

async function openDatabase(): Promise<Place> {
  const { url, drop } = await createDatabase(server);
  const pool = new pg.Pool({ connectionString: url });
  const reader = new URL(url);
  reader.username = role;
  reader.password = password;
  await pool.query("ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC");
  return {
    pool,
    url: reader.href,
    close: async () => {
      await pool.end();
      await drop();
    },
  };
}

/** The columns of dates and of flags of our own tables. */
const DATES = /^(?:emailVerified|expires|createdAt|lastSeenAt|lastUsedAt)$/;
const FLAGS = /^credentialBackedUp$/;

/** Fills our own tables with the rows of a file of SQLite. */
async function fill(pool: pg.Pool, file: string): Promise<void> {
  const db = new DatabaseSync(file);
  await migratePostgres(pool);
  const tables = ["users", "accounts", "sessions", "verification_tokens"];
  for (const table of [...tables, "authenticators", "secrets", "store"]) {
    const name = `auth_${table}`;
    const rows = db.prepare(`SELECT * FROM ${name}`).all().map((row) =>
      Object.fromEntries(
        Object.entries(row).map((pair) => [pair[0], toValue(...pair)]),
      )
    );
    const text =
      `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`;
    await pool.query(text, [JSON.stringify(rows)]);
  }
  db.close();
}

function toValue(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (DATES.test(name)) return new Date(Number(value));
  return FLAGS.test(name) ? Boolean(value) : value;
}

describe("a rehearsal of an upgrade in PostgreSQL", { skip }, () => {
  const file = `${whole}/own.sqlite`;
  let own: Place;
  before(async () => {
    const admin = new pg.Client({ connectionString: server });
    await admin.connect();
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
    await admin.end();
    await Deno.remove(file).catch(() => {});
    const db = new DatabaseSync(file);
    restore(db, await readDump("own"));
    db.close();
    own = await openDatabase();
    await fill(own.pool, file);
  });
  after(async () => {
    await own.close();
    const admin = new pg.Client({ connectionString: server });
    await admin.connect();
    await admin.query(`DROP ROLE ${role}`);
    await admin.end();
  });

  it("says the same as with SQLite, and leaves the database as it is", async () => {
    const rows = await readRows(own.pool);
    const both = { folder: whole, old: whole };
    const report = await rehearse({ ...both, database: own.url });
    assert.ok(report.shapes > 10);
    assert.deepEqual(toFailures(report), []);
    assert.deepEqual(report, await rehearse({ ...both, database: file }));
    assert.deepEqual(await readRows(own.pool), rows);
  });

  it("knows the tables of other libraries", async () => {
    for (const map of ["betterAuthTables", "prismaTables"]) {
      const place = await openDatabase();
      await restorePostgres(
        place.pool,
        await readDump(`${map} in PostgreSQL`),
      );
      const database = place.url;
      const report = await rehearse({ folder: whole, old: whole, database });
      await place.close();
      assert.deepEqual(toFailures(report), [], map);
      assert.equal(report.users, 3);
    }
  });

  it("names the rule that rows break, and the shape that a version no longer reads", async () => {
    const broken = await installChanged(whole, NEW_COLUMN_POSTGRES);
    const [old, database] = [whole, own.url];
    const { migration } = await rehearse({ folder: broken, old, database });
    assert.match(migration.join(), /could not create unique index/);
    const folder = await installChanged(whole, NEW_HASHES);
    const failures = toFailures(await rehearse({ folder, old, database }));
    assert.ok(failures.length > 0);
    for (const { shape, way, verdict } of failures) {
      assert.deepEqual([way, verdict], ["password", "fails"]);
      assert.match(shape, /password \(with a pepper\)/);
    }
  });

  it("ends with 2 if the server refuses it, and prints no password", async () => {
    const both = { folder: whole, old: whole };
    const url = new URL(own.url);
    url.password = "a wrong secret";
    const { code, output } = await call({ ...both, database: url.href });
    assert.equal(code, 2);
    assert.match(output, /^PostgreSQL cannot be read: password authentication/);
    assert.doesNotMatch(output, /wrong|%20/);
  });

  it("ends with 2 if the driver is missing", async () => {
    // Above it, no folder has the driver.
    const folder = await Deno.makeTempDir();
    await runOrThrow("cp", ["-r", `${whole}/.`, folder]);
    await Deno.remove(`${folder}/node_modules/pg`, { recursive: true });
    const found = await call({ folder, old: whole, database: own.url });
    await Deno.remove(folder, { recursive: true });
    assert.equal(found.code, 2);
    assert.match(
      found.output,
      /^pg was not found .* npm install --save-dev pg/,
    );
  });
});
