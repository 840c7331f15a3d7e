import assert from "node:assert/strict";
import { it } from "node:test";
import {
  createSqliteAdapter,
  migrateSqlite,
} from "@latchkey/auth/adapters/sqlite";
import { drizzleSqliteTables } from "@latchkey/auth/adapters/tables";

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const skip = DatabaseSync === null && "this run time has no node:sqlite";

function openDatabase() {
  if (DatabaseSync === null) throw new Error("no node:sqlite");
  return new DatabaseSync(":memory:");
}

const fields = {
  role: { type: "string" },
  trusted: { type: "boolean" },
  credit: { type: "number" },
  tags: { type: "json" },
  note: { type: "string" },
} as const;

it(
  "a field has its own column where the table names one, and the others are in one JSON text",
  { skip },
  async () => {
    const db = openDatabase();
    db.exec(`
CREATE TABLE user (id text PRIMARY KEY, name text, email text UNIQUE,
  emailVerified integer, image text, role text, trusted integer, credit real,
  tags text);
CREATE TABLE account (userId text, type text, provider text,
  providerAccountId text, PRIMARY KEY (provider, providerAccountId));
CREATE TABLE session (sessionToken text PRIMARY KEY, userId text, expires integer);
CREATE TABLE verificationToken (identifier text, token text, expires integer,
  PRIMARY KEY (identifier, token));`);
    const tables = {
      ...drizzleSqliteTables,
      users: {
        ...drizzleSqliteTables.users,
        ownColumns: ["role", "trusted", "credit", "tags"],
      },
    };
    migrateSqlite(db, { tables });
    const adapter = createSqliteAdapter(db, { tables });
    const id = crypto.randomUUID();
    const own = {
      role: "admin",
      trusted: true,
      credit: 1.5,
      tags: ["a"],
      note: "x",
    };
    await adapter.createUser({ id, emailVerified: null, ...own }, fields);
    await adapter.updateUser(
      { id, role: "member", trusted: false } as { id: string },
      fields,
    );
    const row = db.prepare(
      "SELECT role, trusted, credit, tags, fields FROM user",
    ).get();
    assert.deepEqual({ ...row }, {
      role: "member",
      trusted: 0,
      credit: 1.5,
      tags: '["a"]',
      fields: '{"note":"x"}',
    });
    const user = await adapter.getUser(id, fields);
    const found = Object.fromEntries(
      Object.keys(own).map((name) => [
        name,
        (user as unknown as Record<string, unknown>)[name],
      ]),
    );
    assert.deepEqual(found, { ...own, role: "member", trusted: false });
  },
);

it(
  "the name of a column cannot end the statement that it is in",
  { skip },
  () => {
    const users = { name: "user", ownColumns: ['role" --'] };
    const tables = { ...drizzleSqliteTables, users };
    const db = openDatabase();
    assert.throws(() => createSqliteAdapter(db, { tables }), TypeError);
  },
);
