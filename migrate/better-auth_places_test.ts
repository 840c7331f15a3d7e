import assert from "node:assert/strict";
import {
  after,
  afterEach,
  before,
  beforeEach,
  describe,
  it,
  mock,
} from "node:test";
import { SignJWT } from "jose";
import {
  type BetterAuthOptions,
  fromBetterAuth,
} from "@latchkey/auth/migrate/better-auth";
import {
  createDatabase,
  drivers,
  findTestServer,
} from "../adapters/servers_testkit.ts";

import { likeBetterSqlite, likeBun } from "../adapters/sqlite_testkit.ts";
import { assertNotAccepted, createMoved, NOW } from "./bridge_testkit.ts";
import {
  ACCOUNT,
  createRecords,
  DATA,
  encrypt,
  secret,
  signCookie,
  TOKEN,
  token,
  vectors,
} from "./better-auth_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(() => mock.timers.reset());

const sent = { [TOKEN]: signCookie(token) };

function createWith(options: Partial<BetterAuthOptions>) {
  return createMoved({ accept: [fromBetterAuth({ secret, ...options })] });
}

describe("sessions of Better Auth that are only in cookies", () => {
  /** Takes the old id, which tells which session was opened. */
  const byUser = {
    userId: ({ user }: { user: { id?: unknown } }) => `${user.id}`,
  };
  const byAccount: Partial<BetterAuthOptions> = {
    userId: ({ account }) =>
      account && `${account.providerId}:${account.accountId}`,
  };
  const t1 = signCookie("t1");
  const content = { ...createRecords(), updatedAt: NOW, version: "1" };
  const account = {
    providerId: "github",
    accountId: "42",
    userId: "user-1",
    accessToken: "a secret of the provider",
  };

  it("each form that the published package writes is opened (B2, B3, B4)", async () => {
    for (
      const [name, data, id] of [
        [vectors.B1, vectors.B2, "Rd0Wg7xdM9PM25Iy5kn5KrVILabGuzDd"],
        [t1, vectors.B3, "user-1"],
        [t1, vectors.B4, "user-1"],
      ] as const
    ) {
      const browser = createWith(byUser)
        .createBrowser({ [TOKEN]: name, [DATA]: data });
      assert.equal((await browser.read())?.user?.id, id);
    }
  });

  it("the session's own end counts as much as that of the cookie (B2)", async () => {
    mock.timers.setTime(Date.UTC(2026, 10, 29, 5, 24));
    const cookies = { [TOKEN]: vectors.B1, [DATA]: vectors.B2 };
    await assertNotAccepted(createWith(byUser), cookies);
    mock.timers.setTime(NOW);
    const ended = { ...content, exp: NOW / 1000 };
    await assertNotAccepted(createWith(byUser), {
      ...sent,
      [DATA]: await encrypt("session", ended),
    });
    // The outer end of the signed form, a moment before that of the session.
    const claims = JSON.parse(atob(vectors.B2));
    await assertNotAccepted(createWith(byUser), {
      [TOKEN]: vectors.B1,
      [DATA]: btoa(JSON.stringify({ ...claims, expiresAt: NOW })),
    });
  });

  it("the account says who it is, and its tokens stay out of the callbacks", async () => {
    const seen: unknown[] = [];
    const moved = createMoved({
      accept: [fromBetterAuth({ secret, ...byAccount })],
    }, {
      callbacks: {
        jwt: ({ token, trigger, session }) => {
          if (trigger === "migrate") seen.push(session);
          return token;
        },
      },
    });
    const browser = moved.createBrowser({
      ...sent,
      [DATA]: await encrypt("session", content),
      [ACCOUNT]: await encrypt("account", account),
    });
    assert.equal((await browser.read())?.user?.id, "github:42");
    assert.ok(JSON.stringify(seen).includes('"accountId":"42"'));
    assert.ok(!JSON.stringify(seen).includes("a secret of the provider"));
  });

  it("an account that is missing, expired, of another sign-in or of another use counts for nothing", async () => {
    const data = await encrypt("session", content);
    const accounts = [
      undefined,
      await encrypt("account", { ...account, exp: NOW / 1000 }),
      await encrypt("account", { ...account, userId: "user-2" }),
      await encrypt("account", { ...account, accountId: 42 }),
      await encrypt("session", account),
      "no-account",
    ];
    for (const one of accounts) {
      await assertNotAccepted(createWith(byAccount), {
        ...sent,
        [DATA]: data,
        ...(one === undefined ? {} : { [ACCOUNT]: one }),
      });
    }
  });

  it("content of another version, sign-in, use or form gives nobody", async () => {
    const key = new TextEncoder().encode(secret);
    const other = new TextEncoder().encode("another-secret-of-32-characters!");
    const jwt = (claims: object, by = key, alg = "HS256") =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg })
        .setIssuedAt(NOW / 1000).setExpirationTime(NOW / 1000 + 60).sign(by);
    const compact = JSON.parse(atob(vectors.B2));
    const wrong = [
      "no-session",
      "....",
      await encrypt("session", { ...content, version: "2" }),
      await encrypt("session", { ...content, session: { token: "other" } }),
      await encrypt("session", { ...content, user: null }),
      await encrypt("session", { ...content, exp: "never" }),
      await encrypt("session", { ...content, iat: NOW / 1000 + 120 }),
      await encrypt("account", content),
      (await encrypt("session", content)).slice(0, -3),
      await jwt(content, other),
      await jwt(content, key, "HS512"),
      await jwt({ email: "ada@example.com" }),
      `${btoa('{"alg":"none"}').replaceAll("=", "")}.${btoa("{}")}.`,
      btoa(JSON.stringify({ ...compact, session: null })),
      btoa(JSON.stringify({ ...compact, signature: 1 })),
      btoa('{"session":{"__proto__":{"token":"t"}},"signature":"x"}'),
    ];
    for (const data of wrong) {
      await assertNotAccepted(createWith(byUser), { ...sent, [DATA]: data });
    }
    await assertNotAccepted(createWith(byUser), sent);
  });

  it("chunks are joined, and cleared at the sign-out", async () => {
    const data = await encrypt("session", content);
    const moved = createWith(byUser);
    const browser = moved.createBrowser({
      ...sent,
      [`${DATA}.1`]: data.slice(300),
      [`${DATA}.0`]: data.slice(0, 300),
    });
    assert.equal((await browser.read())?.user?.id, "user-1");
    const copy = Object.fromEntries(browser.cookies);
    await browser.signOut();
    assert.ok(![...browser.cookies.keys()].some((one) => one.includes(DATA)));
    assert.equal(await moved.createBrowser(copy).read(), null);
  });

  it("the version is that of the old configuration", async () => {
    const data = await encrypt("session", { ...content, version: "7" });
    const browser = createWith({ ...byUser, version: "7" })
      .createBrowser({ ...sent, [DATA]: data });
    assert.equal((await browser.read())?.user?.id, "user-1");
  });
});

describe("sessions of Better Auth in a secondary storage", () => {
  const create = (value: unknown) => {
    const values = new Map([[token, value]]);
    const deleted: string[] = [];
    const moved = createWith({
      secondaryStorage: {
        get: (key) => values.get(key) ?? null,
        delete: (key) => values.delete(key),
      },
      database: {
        findSession: () => createRecords(),
        deleteSession: (one) => void deleted.push(one),
      },
    });
    return { ...moved, values, deleted };
  };

  it("JSON and values are read, and a sign-out removes the session everywhere", async () => {
    const records = createRecords();
    for (const value of [JSON.stringify(records), records]) {
      const moved = create(value);
      const browser = moved.createBrowser(sent);
      assert.equal((await browser.read())?.user?.id, "user-1");
      await browser.signOut();
      assert.equal(moved.values.size, 0);
      assert.deepEqual(moved.deleted, [token]);
      assert.equal(await moved.createBrowser(sent).read(), null);
    }
  });

  it("what is not there, and what is no session, gives nobody, whatever the database holds", async () => {
    const others = [null, "", "null", "[]", '{"session":1,"user":2}', 7];
    for (const value of others) await assertNotAccepted(create(value), sent);
  });

  it("an outage is an error, and not signed out", async () => {
    const secondaryStorage = {
      get: () => Promise.reject(new Error("connection lost")),
      delete: () => {},
    };
    const browser = createWith({ secondaryStorage }).createBrowser(sent);
    assert.equal((await browser.send("/auth/session")).status, 503);
  });
});

const fields = { userId: "user_id", expiresAt: "expires_at" };
const mapped = {
  session: { modelName: "auth.Sessions", fields },
  user: { modelName: 'us"ers', fields: { email: "mail" } },
};

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const noSqlite = DatabaseSync === null && "this run time has no node:sqlite";

describe("SQLite > sessions of Better Auth", { skip: noSqlite }, () => {
  for (
    const [driver, wrap] of [
      [
        "node:sqlite",
        (db: InstanceType<NonNullable<typeof DatabaseSync>>) => db,
      ],
      ["better-sqlite3", likeBetterSqlite],
      ["bun:sqlite", likeBun],
    ] as const
  ) {
    it(`a row is found under mapped names, and deleted at the sign-out (${driver})`, async () => {
      if (DatabaseSync === null) throw new Error("no node:sqlite");
      const db = new DatabaseSync(":memory:");
      db.exec(`ATTACH ':memory:' AS auth;
        CREATE TABLE auth.Sessions (id TEXT, token TEXT, user_id TEXT, expires_at INTEGER, createdAt TEXT);
        CREATE TABLE "us""ers" (id TEXT, name TEXT, mail TEXT, banned INTEGER)`);
      db.prepare("INSERT INTO auth.Sessions VALUES ('s', ?, 'u', ?, ?)")
        .run(token, NOW / 1000 + 60, new Date(NOW).toISOString());
      db.exec(
        `INSERT INTO "us""ers" VALUES ('u', 'Ada', 'ada@example.com', 0)`,
      );
      const browser = createWith({ ...mapped, database: wrap(db) })
        .createBrowser(sent);
      const session = await browser.read();
      assert.equal(session?.user?.id, "u");
      assert.equal(session?.user?.email, "ada@example.com");
      await browser.signOut();
      const [row] = db.prepare("SELECT count(*) AS n FROM auth.Sessions").all();
      assert.equal(row?.n, 0);
      db.close();
    });
  }
});

const { url: server, skip } = findTestServer("TEST_POSTGRES_URL");

describe("PostgreSQL > sessions of Better Auth", { skip }, () => {
  let database = { url: "", drop: async () => {} };
  before(async () => {
    if (!skip) database = await createDatabase(server);
  });
  after(() => database.drop());

  for (const [driver, open] of Object.entries(drivers)) {
    it(`a row is found under mapped names, and deleted at the sign-out (${driver})`, async () => {
      const connection = open(database.url, 2);
      await connection.run(
        `CREATE SCHEMA auth; CREATE TABLE auth."Sessions" (id text, token text, user_id text, expires_at timestamptz, "createdAt" timestamptz);
        CREATE TABLE "us""ers" (id text, name text, mail text);
        INSERT INTO auth."Sessions" VALUES ('s', '${token}', 'u', '2026-11-23T00:00:00Z', '2026-11-22T00:00:00Z');
        INSERT INTO "us""ers" VALUES ('u', 'Ada', 'ada@example.com')`,
      );
      const browser = createWith({ ...mapped, database: connection.client })
        .createBrowser(sent);
      assert.equal((await browser.read())?.user?.email, "ada@example.com");
      await browser.signOut();
      const rows = await connection.run(`SELECT 1 FROM auth."Sessions"`);
      assert.deepEqual(rows, []);
      await connection.run(`DROP SCHEMA auth CASCADE; DROP TABLE "us""ers"`);
      await connection.close();
    });
  }
});
