import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, it, mock } from "node:test";
import {
  createSqliteAdapter,
  createSqliteStore,
  migrateSqlite,
  type SqliteDatabase,
} from "@latchkey/auth/adapters/sqlite";
import { adapterContract } from "@latchkey/auth/testing/adapter-contract";
import { toAuthenticator } from "../testing/contract/records.ts";
import { storeContract } from "@latchkey/auth/testing/store-contract";
import { addPerson, HOUR, toSession } from "./records_testkit.ts";
import {
  addExpired,
  likeBetterSqlite,
  likeBun,
  toInputs,
} from "./sqlite_testkit.ts";

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const skip = DatabaseSync === null && "this run time has no node:sqlite";

type Database = NonNullable<typeof DatabaseSync>["prototype"];
const opened: Database[] = [];
const folders: string[] = [];

function openDatabase(path = ":memory:"): Database {
  if (DatabaseSync === null) throw new Error("no node:sqlite");
  const db = new DatabaseSync(path);
  opened.push(db);
  return db;
}

function openEmpty(path?: string): Database {
  const db = openDatabase(path);
  migrateSqlite(db);
  return db;
}

function toPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-sqlite-"));
  folders.push(folder);
  return join(folder, "auth.db");
}

function closeAll(): void {
  mock.timers.reset();
  for (const db of opened.splice(0)) db.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

/** All handles that the adapter is tested with. */
const handles: Readonly<Record<string, () => SqliteDatabase>> = {
  "in memory": () => openEmpty(),
  "in a file": () => openEmpty(toPath()),
  "a handle of better-sqlite3's shape": () => {
    const db = likeBetterSqlite(openDatabase());
    migrateSqlite(db);
    return db;
  },
  "a handle of bun:sqlite's shape": () => {
    const db = likeBun(openDatabase());
    migrateSqlite(db);
    return db;
  },
};

describe("SQLite", { skip }, () => {
  afterEach(closeAll);

  for (const [name, open] of Object.entries(handles)) {
    describe(`${name}, adapter`, () => {
      const create = () => createSqliteAdapter(open());
      for (const one of adapterContract(create)) {
        it(one.name, async () => assert.equal(await one.run(), null));
      }
    });
    describe(`${name}, store`, () => {
      const create = () => {
        mock.timers.enable({ apis: ["Date"], now: Date.now() });
        return createSqliteStore(open());
      };
      const advance = (ms: number) => mock.timers.tick(ms);
      const dispose = () => mock.timers.reset();
      for (const one of storeContract(create, { advance, dispose })) {
        it(one.name, async () => assert.equal(await one.run(), null));
      }
    });
  }

  it("a session is read and renewed without a promise", async () => {
    const adapter = createSqliteAdapter(openEmpty());
    const { session } = await addPerson(adapter);
    const answers = [
      adapter.getSessionAndUser(session.sessionToken),
      adapter.updateSession({ ...session, expires: new Date() }),
      createSqliteStore(openEmpty()).get(["key"]),
    ];
    for (const answer of answers) assert.ok(!(answer instanceof Promise));
  });

  it("a session and its owner are read in one statement, prepared once", async () => {
    const db = openEmpty();
    const texts: string[] = [];
    let runs = 0;
    const adapter = createSqliteAdapter({
      exec: (text) => db.exec(text),
      prepare: (text) => {
        texts.push(text);
        const statement = db.prepare(text);
        return {
          run: (...params) => statement.run(...toInputs(params)),
          all: (...params) => {
            runs++;
            return statement.all(...toInputs(params));
          },
        };
      },
    });
    const { session } = await addPerson(adapter);
    texts.length = 0;
    runs = 0;
    for (let i = 0; i < 3; i++) {
      assert.ok(await adapter.getSessionAndUser(session.sessionToken));
    }
    assert.equal(texts.length, 1);
    assert.equal(runs, 3);
  });

  it("the end of a session never moves back", async () => {
    const adapter = createSqliteAdapter(openEmpty());
    const { session } = await addPerson(adapter);
    const { sessionToken, expires } = session;
    const sooner = new Date(expires.getTime() - 1);
    await adapter.updateSession({ sessionToken, expires: sooner });
    const found = await adapter.getSessionAndUser(sessionToken);
    assert.deepEqual(found?.session.expires, expires);
  });

  it("a half-stored sign-in leaves nothing behind", async () => {
    for (const foreignKeys of ["ON", "OFF"]) {
      const db = openEmpty();
      db.exec(`PRAGMA foreign_keys = ${foreignKeys}`);
      const adapter = createSqliteAdapter(db);
      const { account, session } = await addPerson(adapter);
      const email = "second@example.com";
      const user = { id: crypto.randomUUID(), email, emailVerified: null };
      const twice = { ...account, providerAccountId: "another" };
      assert.throws(
        () => adapter.createUserWithAccount({ user, account: twice, session }),
        /UNIQUE/,
      );
      assert.equal(await adapter.getUserByEmail(email), null);
      assert.equal(await adapter.getUserByAccount(twice), null);
    }
  });

  it("the adapter works inside a transaction of the application", async () => {
    const db = openEmpty();
    const adapter = createSqliteAdapter(db);
    db.exec("BEGIN");
    const { user } = await addPerson(adapter);
    await adapter.deleteUser(user.id);
    const { user: kept } = await addPerson(adapter, "kept");
    db.exec("COMMIT");
    assert.equal(await adapter.getUser(user.id), null);
    assert.ok(await adapter.getUser(kept.id));
  });

  it("deleting a user removes what belongs to the user even if foreign keys are off", async () => {
    const db = openEmpty();
    db.exec("PRAGMA foreign_keys = OFF");
    const adapter = createSqliteAdapter(db);
    const { user } = await addPerson(adapter);
    const secret = { userId: user.id, before: null, after: "text" } as const;
    await adapter.replaceSecret({ ...secret, kind: "password" });
    await adapter.deleteUser(user.id);
    for (
      const table of [
        "users",
        "accounts",
        "sessions",
        "authenticators",
        "secrets",
      ]
    ) {
      const row = db.prepare(`SELECT count(*) AS n FROM auth_${table}`).get();
      assert.equal(row?.n, 0, table);
    }
  });

  it("expired rows are removed in batches, with the index", async () => {
    const db = openEmpty();
    const adapter = createSqliteAdapter(db);
    const { user, session } = await addPerson(adapter);
    addExpired(db, { userId: user.id, rows: 2500, now: Date.now() });
    const removed: number[] = [];
    do removed.push(await adapter.deleteExpired(new Date(), 1000)); while (
      removed.at(-1) !== 0
    );
    assert.deepEqual(removed, [2000, 2000, 1000, 0]);
    assert.ok(await adapter.getSessionAndUser(session.sessionToken));
    const plan = db.prepare(
      `EXPLAIN QUERY PLAN SELECT "sessionToken" FROM auth_sessions ` +
        `WHERE "expires" <= 1 ORDER BY "expires" LIMIT 1`,
    ).all();
    assert.match(JSON.stringify(plan), /INDEX auth_sessions_by_expiry/);
  });

  it("a store stays small, because expired rows are removed", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const db = openEmpty();
    const store = createSqliteStore(db);
    for (let i = 0; i < 300; i++) await store.set(`old ${i}`, "1", 60);
    mock.timers.tick(HOUR);
    for (let i = 0; i < 60; i++) await store.set(`new ${i}`, "1", 60);
    const row = db.prepare("SELECT count(*) AS n FROM auth_store").get();
    assert.equal(row?.n, 60);
  });

  it("a store prepares few statements, whatever the number of keys", async () => {
    const db = openEmpty();
    const texts = new Set<string>();
    const store = createSqliteStore({
      exec: (text) => db.exec(text),
      prepare: (text) => {
        texts.add(text);
        return db.prepare(text);
      },
    });
    await store.set("key 0", "0", 60);
    await store.set("key 299", "299", 60);
    for (let length = 1; length <= 300; length++) {
      const keys = Array.from({ length }, (_, i) => `key ${i}`);
      const values = await store.get(keys);
      assert.equal(values.length, length);
      assert.equal(values[0], "0");
      assert.equal(values[299] ?? null, length === 300 ? "299" : null);
    }
    const reads = [...texts].filter((text) => text.startsWith("SELECT"));
    assert.ok(reads.length < 20, `${reads.length}`);
  });

  it("a write does not fail if the removal after it fails", async () => {
    const db = openEmpty();
    const store = createSqliteStore({
      exec: (text) => db.exec(text),
      prepare: (text) => {
        if (text.includes("DELETE")) throw new Error("the removal");
        return db.prepare(text);
      },
    });
    await store.set("key", "value", 60);
    assert.deepEqual(await store.get(["key"]), ["value"]);
  });

  it("the migration can run again, also on another connection", async () => {
    const path = toPath();
    const first = openEmpty(path);
    const { user } = await addPerson(createSqliteAdapter(first));
    migrateSqlite(first);
    const second = openEmpty(path);
    assert.ok(await createSqliteAdapter(second).getUser(user.id));
  });

  it("the migration of a table whose users share an address names them, and leaves the key to the next one", async () => {
    if (DatabaseSync === null) throw new Error("no node:sqlite");
    const db = new DatabaseSync(":memory:");
    // As an earlier version made it.
    db.exec(
      "CREATE TABLE auth_users (id text NOT NULL PRIMARY KEY, name text, " +
        'email text UNIQUE, "emailVerified" integer, image text) STRICT',
    );
    db.exec(
      "INSERT INTO auth_users (id, email) VALUES " +
        "('1', 'Ann@example.com'), ('2', 'ann@example.com'), ('3', 'Bob@example.com')",
    );
    const { problems } = migrateSqlite(db);
    assert.deepEqual(problems.map(({ kind, ids }) => [kind, ids]), [
      ["users", [["1", "2"]]],
    ]);
    const adapter = createSqliteAdapter(db);
    const find = async (email: string) =>
      (await adapter.getUserByEmail(email))?.id;
    assert.equal(await find("bob@example.com"), "3");
    assert.equal(await find("Ann@example.com"), "1");
    assert.equal(await find("ann@example.com"), "2");
    db.exec("DELETE FROM auth_users WHERE id = '2'");
    assert.deepEqual(migrateSqlite(db).problems, []);
    assert.throws(() =>
      adapter.createUser({
        id: "4",
        email: "ann@example.com",
        emailVerified: null,
      })
    );
  });

  it("the migration adds the columns that a table of passkeys of an earlier version lacks", async () => {
    const db = openEmpty();
    const adapter = createSqliteAdapter(db);
    const { user, account } = await addPerson(adapter);
    const key = toAuthenticator({
      userId: user.id,
      providerAccountId: account.providerAccountId,
    });
    adapter.createAuthenticator(key);
    for (const column of ["name", "createdAt", "lastUsedAt"]) {
      db.exec(`ALTER TABLE auth_authenticators DROP COLUMN "${column}"`);
    }
    const dry = migrateSqlite(db, { dryRun: true }).statements;
    assert.deepEqual(migrateSqlite(db).statements, dry);
    assert.deepEqual(dry.slice(-3), [
      'ALTER TABLE auth_authenticators ADD COLUMN "name" text',
      'ALTER TABLE auth_authenticators ADD COLUMN "createdAt" integer',
      'ALTER TABLE auth_authenticators ADD COLUMN "lastUsedAt" integer',
    ]);
    assert.deepEqual(await adapter.getAuthenticator(key.credentialID), {
      ...key,
      name: null,
      createdAt: null,
      lastUsedAt: null,
    });
    const again = migrateSqlite(db).statements;
    assert.equal(again.length, dry.length - 3);
  });

  it("a database without a table of secrets works until a password is used", async () => {
    const db = openEmpty();
    db.exec("DROP TABLE auth_secrets");
    const adapter = createSqliteAdapter(db);
    const { user, session } = await addPerson(adapter);
    const found = await adapter.getSessionAndUser(session.sessionToken);
    assert.equal(found?.user.id, user.id);
    const message = /no table auth_secrets.*run the migration/;
    const change = { userId: user.id, before: null, after: "text" } as const;
    for (const kind of ["password", "factors", "tokens"] as const) {
      const reading = async () => await adapter.getSecret(user.id, kind);
      await assert.rejects(reading, { message });
      const writing = async () =>
        await adapter.replaceSecret({ ...change, kind });
      await assert.rejects(writing, { message });
    }
    await adapter.deleteUser(user.id);
    assert.equal(await adapter.getUser(user.id), null);
    migrateSqlite(db);
    assert.equal(await adapter.getSecret(user.id, "password"), null);
  });

  it("an error of secrets that has another reason is the driver's own", async () => {
    const db = openEmpty();
    db.exec("DROP TABLE auth_secrets; CREATE TABLE auth_secrets (other text)");
    const adapter = createSqliteAdapter(db);
    const reading = async () => await adapter.getSecret("id", "password");
    await assert.rejects(reading, { message: /no such column/ });
  });

  it("the busy timeout of the connection is unchanged", () => {
    const db = openDatabase();
    db.exec("PRAGMA busy_timeout = 123");
    migrateSqlite(db);
    const row = db.prepare("PRAGMA busy_timeout").get();
    assert.equal(row?.timeout, 123);
  });

  it("two applications are kept apart by prefix, and an invalid prefix is refused", async () => {
    const db = openEmpty();
    migrateSqlite(db, { prefix: "other_" });
    const { user } = await addPerson(createSqliteAdapter(db));
    const other = createSqliteAdapter(db, { prefix: "other_" });
    assert.equal(await other.getUser(user.id), null);
    for (const prefix of ["1a", "a-b", 'a"', "A", "x".repeat(33)]) {
      assert.throws(() => createSqliteAdapter(db, { prefix }), TypeError);
      assert.throws(() => migrateSqlite(db, { prefix }), TypeError);
    }
  });

  it("a session without stored details is returned without details", async () => {
    const adapter = createSqliteAdapter(openEmpty());
    const { user } = await addPerson(adapter);
    const { sessionToken, userId, expires } = toSession(user.id);
    const bare = { sessionToken, userId, expires };
    assert.deepEqual(await adapter.createSession(bare), bare);
  });

  it("tokens of an account that are not stored are left out", async () => {
    const adapter = createSqliteAdapter(openEmpty());
    const { account } = await addPerson(adapter);
    const found = await adapter.getAccount(
      account.providerAccountId,
      account.provider,
    );
    assert.deepEqual(found, account);
  });
});
