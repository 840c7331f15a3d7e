import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import pg from "pg";
import {
  createPostgresAdapter,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";
import {
  createSqliteAdapter,
  migrateSqlite,
  type SqliteDatabase,
} from "@latchkey/auth/adapters/sqlite";
import {
  betterAuthSqliteTables,
  drizzleSqliteTables,
  type ExistingTables,
  hashPlainTokens,
  kyselySqliteTables,
  pgTables,
  verifyAddresses,
} from "@latchkey/auth/adapters/tables";
import { defineOAuth, defineOidc } from "@latchkey/auth/providers";
import { Google } from "@latchkey/auth/providers/google";
import { MicrosoftEntraId } from "@latchkey/auth/providers/microsoft-entra-id";
import { createDatabase, findTestServer } from "./servers_testkit.ts";
import { addPerson, HOUR } from "./records_testkit.ts";

import { likeBetterSqlite, likeBun } from "./sqlite_testkit.ts";
import { onPostgres, onSqlite } from "./tables_testkit.ts";

const server = findTestServer("TEST_POSTGRES_URL");

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const skip = DatabaseSync === null && "this run time has no node:sqlite";

type Database = NonNullable<typeof DatabaseSync>["prototype"];

function open(name: string): Database {
  if (DatabaseSync === null) throw new Error("no node:sqlite");
  const db = new DatabaseSync(":memory:");
  db.exec(onSqlite[name]?.setUp ?? "");
  return db;
}

async function hash(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return toBase64url(new Uint8Array(digest));
}

function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

describe("plain session tokens", () => {
  afterEach(() => mock.timers.reset());

  it("become hashes in PostgreSQL, but not before acceptUntil", {
    skip: server.skip,
  }, async () => {
    const database = await createDatabase(server.url);
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    try {
      const tables = pgTables;
      await pool.query(onPostgres.pgTables?.setUp ?? "");
      await migratePostgres(pool, { tables });
      const adapter = createPostgresAdapter(pool, { tables });
      const { user, session } = await addPerson(adapter);
      const own = await hash("a token of ours");
      const [userId, sessionToken] = [user.id, own];
      await adapter.createSession({ ...session, userId, sessionToken });
      await adapter.deleteSession(session.sessionToken);
      await pool.query(
        `INSERT INTO sessions ("userId", expires, "sessionToken")
          SELECT $1, now() + interval '1 hour', 'token-' || i FROM generate_series(1, 500) i`,
        [user.id],
      );
      const found = await adapter.getSessionAndUser("token-7");
      assert.equal(found?.user.id, user.id);
      const now = Date.now();
      mock.timers.enable({ apis: ["Date"], now });
      const options = { tables, acceptUntil: new Date(now + HOUR) };
      const early = await hashPlainTokens(pool, options);
      assert.deepEqual(early, { plain: 500, hashed: 0 });
      assert.ok(await adapter.getSessionAndUser("token-7"));
      mock.timers.tick(HOUR);
      const late = await hashPlainTokens(pool, options);
      assert.deepEqual(late, { plain: 500, hashed: 500 });
      assert.equal(await adapter.getSessionAndUser("token-7"), null);
      // A cookie of this library with a token of an old copy opens nothing.
      assert.equal(
        await adapter.getSessionAndUser(await hash("token-7")),
        null,
      );
      assert.ok(await adapter.getSessionAndUser(own));
      const again = await hashPlainTokens(pool, options);
      assert.deepEqual(again, { plain: 0, hashed: 0 });
    } finally {
      await pool.end();
      await database.drop();
    }
  });

  it("need a valid date", async () => {
    const client = { query: () => Promise.resolve({ rows: [] }) };
    const acceptUntil = "never";
    await assert.rejects(
      hashPlainTokens(client, { tables: pgTables, acceptUntil }),
      { message: "acceptUntil: must be a valid date" },
    );
  });
});

const iat = 1_700_000_000;

/** An ID token, whose signature nothing reads. */
function toIdToken(claims: object): string {
  const encode = (value: object) =>
    toBase64url(new TextEncoder().encode(JSON.stringify(value)));
  return `${encode({ alg: "RS256" })}.${encode({ iat, ...claims })}.c2ln`;
}

const email = "ann@example.com";
const google = {
  iss: "https://accounts.google.com",
  aud: "client",
  sub: "1",
  email,
  email_verified: true,
};
const work = { iss: "https://work.example", sub: "1", email };
const tenant = "11111111-1111-1111-1111-111111111111";
const entra = { iss: `https://login.microsoftonline.com/${tenant}/v2.0` };

const providers = [
  Google({ clientId: "client" }),
  // Vouches for every address.
  defineOidc({
    id: "work",
    name: "Work",
    issuer: "https://work.example",
    emailTrust: "always",
  }),
  defineOidc({
    id: "open",
    name: "Open",
    issuer: "https://open.example",
    emailTrust: "unverified",
  })({}),
  defineOAuth({ id: "plain", name: "Plain", emailTrust: "always" })({}),
  MicrosoftEntraId({ issuer: entra.iss }),
];

interface Case {
  readonly provider: string;
  readonly claims: object | string | null;
  readonly address?: string;
  readonly isProof: boolean;
}

const cases: Readonly<Record<string, Case>> = {
  "a verified address": { provider: "google", claims: google, isProof: true },
  "a verified address in other spelling": {
    provider: "google",
    claims: { ...google, email: "Ann@Example.COM" },
    address: "aNN@example.com",
    isProof: true,
  },
  "another address": {
    provider: "google",
    claims: { ...google, email: "bob@example.com" },
    isProof: false,
  },
  "an address that only looks the same": {
    provider: "google",
    claims: { ...google, email: "ann@ｅxample.com" },
    isProof: false,
  },
  "an address that is not verified": {
    provider: "google",
    claims: { ...google, email_verified: false },
    isProof: false,
  },
  "a text instead of true": {
    provider: "google",
    claims: { ...google, email_verified: "true" },
    isProof: false,
  },
  "an ID token of another issuer": {
    provider: "google",
    claims: { ...google, iss: "https://evil.example" },
    isProof: false,
  },
  "an ID token for another client": {
    provider: "google",
    claims: { ...google, aud: "other" },
    isProof: false,
  },
  "a provider that is not configured": {
    provider: "gone",
    claims: google,
    isProof: false,
  },
  "a provider that vouches for every address": {
    provider: "work",
    claims: work,
    isProof: true,
  },
  "an account of such a provider without an ID token": {
    provider: "work",
    claims: null,
    isProof: false,
  },
  "an ID token of such a provider without an address": {
    provider: "work",
    claims: { ...work, email: undefined },
    isProof: false,
  },
  "a provider that vouches for none": {
    provider: "open",
    claims: { ...google, iss: "https://open.example" },
    isProof: false,
  },
  "a plain OAuth provider": {
    provider: "plain",
    claims: google,
    isProof: false,
  },
  "an address that Entra hands out unchecked": {
    provider: "microsoft-entra-id",
    claims: { ...google, ...entra },
    isProof: false,
  },
  "a text that is no ID token": {
    provider: "google",
    claims: "encrypted",
    isProof: false,
  },
  "an ID token without a time": {
    provider: "google",
    claims: { ...google, iat: "now" },
    isProof: false,
  },
};

describe("SQLite", { skip }, () => {
  const tables: ExistingTables = drizzleSqliteTables;

  for (
    const [name, { provider, claims, address, isProof }] of Object.entries(
      cases,
    )
  ) {
    const verb = isProof ? "verifies" : "does not verify";
    it(`a stored sign-in ${verb} an address: ${name}`, async () => {
      const db = open("drizzleSqliteTables");
      migrateSqlite(db, { tables });
      const adapter = createSqliteAdapter(db, { tables });
      const given = { id: "1", email: address ?? email, emailVerified: null };
      await adapter.createUser(given);
      await adapter.linkAccount({
        userId: "1",
        type: "oidc",
        provider,
        providerAccountId: "1",
        ...(claims === null ? {} : {
          id_token: typeof claims === "string" ? claims : toIdToken(claims),
        }),
      });
      const at = new Date(iat * 1000);
      const verified = isProof ? [{ id: "1", provider, at }] : [];
      const expected = { verified, unverified: isProof ? 0 : 1 };
      const dry = await verifyAddresses(db, { tables, providers });
      assert.deepEqual(dry, expected);
      assert.equal((await adapter.getUser("1"))?.emailVerified, null);
      const options = { tables, providers, dryRun: false };
      assert.deepEqual(await verifyAddresses(db, options), expected);
      const user = await adapter.getUser("1");
      assert.deepEqual(user?.emailVerified, isProof ? at : null);
      assert.equal(user?.email, given.email);
    });
  }

  it("a verified address keeps its date, and 500 users are no problem", async () => {
    const db = open("drizzleSqliteTables");
    migrateSqlite(db, { tables });
    const adapter = createSqliteAdapter(db, { tables });
    for (let i = 0; i < 500; i++) {
      const address = `user${i}@example.com`;
      const emailVerified = i === 0 ? new Date(5) : null;
      await adapter.createUser({ id: `${i}`, email: address, emailVerified });
      await adapter.linkAccount({
        userId: `${i}`,
        type: "oidc",
        provider: "google",
        providerAccountId: `${i}`,
        id_token: toIdToken({ ...google, email: address }),
      });
    }
    const options = { tables, providers, dryRun: false };
    const { verified } = await verifyAddresses(db, options);
    assert.equal(verified.length, 499);
    const first = await adapter.getUser("0");
    assert.deepEqual(first?.emailVerified, new Date(5));
    const again = await verifyAddresses(db, options);
    assert.deepEqual(again, { verified: [], unverified: 0 });
  });

  it("an address that has changed meanwhile is not marked", async () => {
    const db = open("drizzleSqliteTables");
    migrateSqlite(db, { tables });
    const adapter = createSqliteAdapter(db, { tables });
    await adapter.createUser({ id: "1", email, emailVerified: null });
    await adapter.linkAccount({
      userId: "1",
      type: "oidc",
      provider: "google",
      providerAccountId: "1",
      id_token: toIdToken(google),
    });
    const late: SqliteDatabase = {
      exec: (text) => db.exec(text),
      prepare: (text) => {
        if (text.startsWith("UPDATE")) {
          db.exec("UPDATE user SET email = 'eve@example.com'");
        }
        return db.prepare(text) as unknown as ReturnType<
          SqliteDatabase["prepare"]
        >;
      },
    };
    const options = { tables, providers, dryRun: false };
    const { verified } = await verifyAddresses(late, options);
    assert.deepEqual(verified, []);
    assert.equal((await adapter.getUser("1"))?.emailVerified, null);
  });

  it("an unknown issuer of a provider is an error", async () => {
    const unknown = defineOidc({ id: "work", name: "Work" })({});
    await assert.rejects(
      verifyAddresses(open("drizzleSqliteTables"), {
        tables,
        providers: [unknown],
      }),
      { message: /set the `issuer` of "work"/ },
    );
  });

  it("Better Auth's flag and our date agree", async () => {
    const db = open("betterAuthSqliteTables");
    const tables = betterAuthSqliteTables;
    const created = "2026-01-02T03:04:05.678Z";
    db.exec(`INSERT INTO user VALUES
      ('1', 'Ann', 'ann@example.com', 1, NULL, '${created}', '${created}'),
      ('2', '', 'bob@example.com', 0, NULL, '${created}', '${created}')`);
    migrateSqlite(db, { tables });
    const adapter = createSqliteAdapter(db, { tables });
    const [ann, bob] = [await adapter.getUser("1"), await adapter.getUser("2")];
    assert.deepEqual(ann?.emailVerified, new Date(created));
    assert.equal(bob?.emailVerified, null);
    assert.equal(bob?.name, null);
    await adapter.updateUser({ id: "2", emailVerified: new Date(7) });
    const flag = () =>
      db.prepare("SELECT emailVerified AS v FROM user WHERE id = '2'").get()?.v;
    assert.equal(flag(), 1);
    await adapter.updateUser({ id: "2", emailVerified: null });
    assert.equal(flag(), 0);
  });

  it("a password of Better Auth is read and replaced where it is", async () => {
    const db = open("betterAuthSqliteTables");
    const tables = betterAuthSqliteTables;
    const time = "2026-01-02T03:04:05.678Z";
    db.exec(`INSERT INTO user VALUES
      ('1', 'Ann', 'ann@example.com', 1, NULL, '${time}', '${time}'),
      ('2', 'Bob', 'bob@example.com', 1, NULL, '${time}', '${time}');
      INSERT INTO account (id, accountId, providerId, userId, password, createdAt, updatedAt)
      VALUES ('a', '1', 'credential', '1', 'salt:key', '${time}', '${time}'),
        ('b', '2', 'github', '2', 'not this one', '${time}', '${time}'),
        ('c', '2', 'credential', '2', NULL, '${time}', '${time}')`);
    migrateSqlite(db, { tables });
    const adapter = createSqliteAdapter(db, { tables });
    const password = (id: string) =>
      db.prepare("SELECT password FROM account WHERE id = ?").get(id)?.password;
    assert.equal(await adapter.getSecret("1", "password"), "salt:key");
    assert.equal(await adapter.getSecret("2", "password"), null);
    const change = { kind: "password", after: "ours" } as const;
    const changed = await adapter
      .replaceSecret({ ...change, userId: "1", before: "salt:key" });
    const added = await adapter
      .replaceSecret({ ...change, userId: "2", before: null });
    assert.deepEqual([changed, added], [true, true]);
    assert.deepEqual(["a", "b", "c"].map(password), [
      "ours",
      "not this one",
      "ours",
    ]);
    const factors = { userId: "1", kind: "factors", before: null } as const;
    await adapter.replaceSecret({ ...factors, after: "sealed" });
    assert.equal(password("a"), "ours");
    const rows = db.prepare("SELECT kind, value FROM auth_secrets").all();
    assert.deepEqual(rows.map((row) => ({ ...row })), [
      { kind: "factors", value: "sealed" },
    ]);
  });

  it("a password is added to accounts of Better Auth that have no unique key", async () => {
    const db = open("betterAuthSqliteTables");
    const tables = betterAuthSqliteTables;
    const time = "2026-01-02T03:04:05.678Z";
    db.exec(`INSERT INTO user VALUES
      ('1', 'Ann', 'ann@example.com', 1, NULL, '${time}', '${time}');
      INSERT INTO account (id, accountId, providerId, userId, createdAt, updatedAt)
      VALUES ('a', '7', 'github', '1', '${time}', '${time}'),
        ('b', '7', 'github', '1', '${time}', '${time}')`);
    const { problems } = migrateSqlite(db, { tables });
    assert.ok(problems.some(({ kind }) => kind === "accounts"));
    const adapter = createSqliteAdapter(db, { tables });
    const change = { userId: "1", kind: "password", after: "ours" } as const;
    const add = async () =>
      await adapter.replaceSecret({ ...change, before: null });
    assert.deepEqual([await add(), await add()], [true, false]);
    assert.equal(await adapter.getSecret("1", "password"), "ours");
  });

  it("a column of passwords that does not exist is an error", () => {
    const db = open("betterAuthSqliteTables");
    const { accounts } = betterAuthSqliteTables;
    const passwords = { column: "hash", provider: "credential" };
    const tables = {
      ...betterAuthSqliteTables,
      accounts: { ...accounts, passwords },
    };
    const message = /tables\.accounts: "account" has no column "hash"/;
    assert.throws(() => migrateSqlite(db, { tables }), { message });
  });

  it("a dry run over existing tables changes nothing, and duplicates stay", () => {
    const db = open("kyselySqliteTables");
    const tables = kyselySqliteTables;
    db.exec(
      `INSERT INTO User (id, email) VALUES ('1', 'a@b.example'), ('2', 'A@b.example')`,
    );
    const before = db.prepare("SELECT sql FROM sqlite_master").all();
    const dry = migrateSqlite(db, { tables, dryRun: true });
    assert.deepEqual(db.prepare("SELECT sql FROM sqlite_master").all(), before);
    const found = dry.problems.map(({ kind, ids }) => ({ kind, ids }));
    assert.deepEqual(found, [
      { kind: "address", ids: [] },
      { kind: "users", ids: [["1", "2"]] },
    ]);
    assert.deepEqual(migrateSqlite(db, { tables }), dry);
    const again = migrateSqlite(db, { tables });
    assert.deepEqual(again, { ...dry, statements: [] });
    db.exec("DELETE FROM User WHERE id = '2'");
    assert.equal(migrateSqlite(db, { tables }).problems.length, 1);
    assert.throws(
      () => db.exec("INSERT INTO User (id, email) VALUES ('3', 'A@B.example')"),
      /UNIQUE/,
    );
  });

  it("a migration that fails midway changes nothing, and can run again", () => {
    for (const [name, { tables }] of Object.entries(onSqlite)) {
      const db = open(name);
      const list = () => db.prepare("SELECT sql FROM sqlite_master").all();
      const before = list();
      const { statements } = migrateSqlite(db, { tables, dryRun: true });
      assert.ok(statements.length > 2);
      for (const failing of statements) {
        const full: SqliteDatabase = {
          exec: (text) => db.exec(text),
          prepare: (text) => {
            if (text === failing) throw new Error("the disk is full");
            return db.prepare(text);
          },
        };
        assert.throws(() => migrateSqlite(full, { tables }), /disk is full/);
        assert.deepEqual(list(), before, `${name}: ${failing}`);
      }
      assert.deepEqual(migrateSqlite(db, { tables }).statements, statements);
      assert.deepEqual(migrateSqlite(db, { tables }).statements, []);
    }
  });

  for (
    const [what, index] of Object.entries({
      "a unique index over one of its columns and another":
        "UNIQUE INDEX other ON Account (provider, userId)",
      "a unique index over its columns and another":
        "UNIQUE INDEX other ON Account (provider, providerAccountId, userId)",
      "a unique index over some of the rows":
        "UNIQUE INDEX other ON Account (provider, providerAccountId) WHERE provider <> 'example'",
      "a unique index over an expression":
        "UNIQUE INDEX other ON Account (provider, lower(providerAccountId))",
      "an index that is not unique":
        "INDEX other ON Account (provider, providerAccountId)",
    })
  ) {
    it(`${what} is not taken for the key`, () => {
      const db = open("kyselySqliteTables");
      db.exec(`CREATE ${index}`);
      migrateSqlite(db, { tables: kyselySqliteTables });
      const add = (id: string) =>
        db.exec(
          `INSERT INTO Account (id, userId, type, provider, providerAccountId)
            VALUES ('${id}', '${id}', 'oidc', 'example', 'a')`,
        );
      db.exec("PRAGMA foreign_keys = OFF");
      add("1");
      assert.throws(() => add("2"), /UNIQUE.*Account\.provider/);
    });
  }

  for (const [shape, wrap] of Object.entries({ likeBetterSqlite, likeBun })) {
    for (const [name, { tables }] of Object.entries(onSqlite)) {
      it(`${name} work through a handle of another driver: ${shape}`, async () => {
        const db = wrap(open(name));
        migrateSqlite(db, { tables });
        const adapter = createSqliteAdapter(db, { tables });
        const { user, session, account } = await addPerson(adapter);
        const found = await adapter.getSessionAndUser(session.sessionToken);
        assert.deepEqual(found?.session, session);
        assert.equal(found.user.id, user.id);
        assert.equal((await adapter.getUserByAccount(account))?.id, user.id);
        const acceptUntil = new Date(0);
        const { hashed } = await hashPlainTokens(db, { tables, acceptUntil });
        assert.equal(hashed, 1);
        const left = await adapter.getSessionAndUser(session.sessionToken);
        assert.equal(left, null);
        await adapter.deleteUser(user.id);
        assert.equal(await adapter.getUser(user.id), null);
      });
    }
  }
});
