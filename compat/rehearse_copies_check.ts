/**
 * Copies databases of PostgreSQL as a rehearsal does, and fails as it does.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createServer } from "node:net";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { createDatabase, findTestServer } from "../adapters/servers_testkit.ts";
import { onPostgres } from "../adapters/tables_testkit.ts";
import type { Database, Library } from "../cli/rehearse/library.ts";
import { openPostgres } from "../cli/rehearse/postgres.ts";
import { findTables } from "../cli/rehearse/tables.ts";
import { installWhole } from "./break.ts";
import { today } from "./today.ts";

const { url: server, skip } = findTestServer("TEST_POSTGRES_URL");
/** A module that has `pg` beside it. */
const config = `${await installWhole("rehearse-copies")}/auth.mjs`;

/** Tables with types, names and defaults of an application. */
const APPLICATION = `
CREATE SCHEMA app;
CREATE TYPE app.role AS ENUM ('admin', 'user');
CREATE DOMAIN app.address AS varchar(200) CHECK (VALUE LIKE '%@%');
CREATE FUNCTION app.new_id() RETURNS text LANGUAGE sql AS 'SELECT ''made''';
CREATE TABLE app."Team" (id uuid PRIMARY KEY DEFAULT app.new_id()::uuid,
  seats integer NOT NULL DEFAULT length(app.new_id()));
CREATE TABLE app.people (
  id bigserial PRIMARY KEY,
  key text NOT NULL DEFAULT app.new_id(),
  role app.role NOT NULL DEFAULT 'user',
  email app.address,
  folded text GENERATED ALWAYS AS (lower(email)) STORED,
  balance numeric, seen timestamptz, data bytea, tags text[], more jsonb,
  team uuid REFERENCES app."Team" ON DELETE CASCADE);
CREATE UNIQUE INDEX people_by_address ON app.people (lower(email));
INSERT INTO app."Team" VALUES ('11111111-1111-4111-8111-111111111111', 5);
INSERT INTO app.people (id, email, balance, seen, data, tags, more, team)
SELECT 9007199254740992 + n, 'Ada' || n || '@x.example', n + 0.1::numeric / 3,
  '2026-01-31 12:00:00.123456+00', decode('00ff', 'hex'), '{"a,b",c}', '{"n": 1}',
  '11111111-1111-4111-8111-111111111111'
FROM generate_series(1, 1201) AS n;
`;

describe("copies of PostgreSQL", { skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let admin: pg.Client;
  before(async () => {
    database = await createDatabase(server);
    admin = new pg.Client(database.url);
    await admin.connect();
  });
  after(async () => {
    await admin.end();
    await database.drop();
  });

  it("have all rows, keys and defaults, and nothing in common", async () => {
    await admin.query(APPLICATION);
    const source = await openPostgres(database.url, config);
    const folder = await Deno.makeTempDir();
    // A table may come before the one that it refers to.
    const tables = new Set(["app.people", "app.Team", "app.missing"]);
    const [old, next] = await source.copy(folder, tables);
    await source.close();
    const text =
      "SELECT to_jsonb(p) - 'role' || jsonb_build_object('role', role::text) AS row FROM app.people p ORDER BY id";
    const rows = (await admin.query(text)).rows;
    assert.equal(rows.length, 1201);
    assert.deepEqual(await old.read(text), rows);
    assert.deepEqual(await next.read(text), rows);
    await assertUsable(old);
    assert.deepEqual(await next.read(text), rows);
    await old.close();
    await next.close();
    await Deno.remove(folder, { recursive: true });
  });

  it("are those of tables whose map is found out", async () => {
    const library = {
      migrate: today.postgres.migratePostgres,
      maps: today.tables,
    } as unknown as Library;
    for (const [name, { tables, setUp }] of Object.entries(onPostgres)) {
      // Columns that an application fills in itself are in no map.
      if (library.maps[name] !== tables) continue;
      await admin.query(
        `DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${setUp}`,
      );
      const source = await openPostgres(database.url, config);
      const wish = { tables: null, prefix: "auth_", kind: "postgres" } as const;
      const found = await findTables(library, source, wish);
      await source.close();
      const known = Object.entries(library.maps);
      assert.equal(known.find(([, one]) => one === found)?.[0], name);
    }
  });
});

/** Writes to a copy what the application could write to its database. */
async function assertUsable(copy: Database): Promise<void> {
  const insert = "INSERT INTO app.people (email) VALUES ($1) RETURNING *";
  const [row] = await copy.read(insert, "new@x.example");
  assert.equal(row?.["id"], `${9007199254740992n + 1202n}`);
  assert.equal(row?.["role"], "user");
  assert.match(String(row?.["key"]), /^[0-9a-f-]{36}$/);
  await assert.rejects(copy.read(insert, "NEW@x.example"), /people_by_address/);
  await copy.read('DELETE FROM app."Team"');
  assert.equal((await copy.read("SELECT FROM app.people")).length, 1);
  const [team] = await copy.read(
    'INSERT INTO app."Team" DEFAULT VALUES RETURNING *',
  );
  assert.equal(team?.["seats"], null);
}

describe("a database that cannot be read", { skip }, () => {
  const role = `nobody_${crypto.randomUUID().replaceAll("-", "")}`;
  const secret = `the secret of ${role}`;
  let admin: pg.Client;
  before(async () => {
    admin = new pg.Client(server);
    await admin.connect();
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${secret}';
      CREATE SCHEMA ${role}; GRANT USAGE ON SCHEMA ${role} TO ${role};
      CREATE TABLE ${role}.hidden (id text);
      CREATE TABLE ${role}.guarded (id text);
      ALTER TABLE ${role}.guarded ENABLE ROW LEVEL SECURITY;
      GRANT SELECT ON ${role}.guarded TO ${role}`);
  });
  after(async () => {
    await admin.query(`DROP SCHEMA ${role} CASCADE; DROP ROLE ${role}`);
    await admin.end();
  });

  /** Returns the message of the error of a copy. */
  async function fail(
    change: (url: URL) => void,
    table = "hidden",
  ): Promise<string> {
    const url = new URL(server);
    [url.username, url.password] = [role, secret];
    change(url);
    const folder = await Deno.makeTempDir();
    try {
      const source = await openPostgres(url.href, config);
      await source.copy(folder, new Set([`${role}.${table}`]))
        .finally(() => source.close());
    } catch (error) {
      const { message } = Object(error);
      assert.ok(!message.includes(secret) && !message.includes(url.password));
      return message;
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
    return "it was copied";
  }

  it("is named with the reason, and without the password", async () => {
    const cases: readonly [(url: URL) => void, RegExp][] = [
      [() => {}, /permission denied for table hidden\. .* needs SELECT/],
      [
        (url) => url.password = "wrong",
        /password authentication failed for user .* Check the user/,
      ],
      [(url) => url.pathname = "/nowhere", /"nowhere" does not exist/],
      [(url) => url.port = "1", /ECONNREFUSED 127\.0\.0\.1:1\. Check host/],
    ];
    for (const [change, reason] of cases) {
      assert.match(await fail(change), reason);
    }
    assert.match(await fail(() => {}, "guarded"), /row-level security/);
  });

  it("is given up if the server does not answer", async () => {
    const silent = createServer((socket) => {
      socket.resume();
    });
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    const { port } = silent.address() as { port: number };
    process.env["PGCONNECT_TIMEOUT"] = "1";
    const message = await fail((url) => url.port = `${port}`);
    delete process.env["PGCONNECT_TIMEOUT"];
    await new Promise((done) => silent.close(done));
    assert.match(message, /^PostgreSQL cannot be read: .*time/);
  });
});
