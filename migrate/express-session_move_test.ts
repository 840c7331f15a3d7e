import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import {
  type ConnectStore,
  fromExpressSession,
} from "@latchkey/auth/migrate/express-session";
import { RedisStore } from "connect-redis";
import express from "express";
import session, { Store } from "express-session";
import pg from "pg";
import { createClient } from "redis";
import { createDatabase, findTestServer } from "../adapters/servers_testkit.ts";

import {
  assertMove,
  assertOneSession,
  assertRolling,
  type OldApp,
} from "./move_testkit.ts";

// Imported by names that the type checker does not follow: these packages have
// no declarations.
const load = async (name: string) => await import(name);
const { default: createPgStore } = await load("connect-pg-simple");
const { default: createFileStore } = await load("session-file-store");

const secret = "the-secret-of-the-old-application-0123456789";

/** A row of the application. */
interface Row {
  userId?: number;
}

/** Returns what express-session adds to a request. */
function toSession(req: object): Row & { destroy(done: () => void): void } {
  return (req as { session: ReturnType<typeof toSession> }).session;
}

function createOldApp(store: Store): OldApp {
  const app = express();
  app.use(session({
    store,
    secret: [secret, "an-older-secret-of-the-old-application-012"],
    resave: false,
    saveUninitialized: false,
    cookie: { maxAge: 3_600_000 },
  }));
  app.post("/login", (req, res) => {
    toSession(req).userId = 42;
    res.json({});
  });
  app.get("/me", (req, res) => {
    const { userId } = toSession(req);
    res.json(userId === undefined ? null : String(userId));
  });
  app.post("/logout", (req, res) => {
    toSession(req).destroy(() => res.json({}));
  });
  return {
    app,
    cookie: "connect.sid",
    userId: "42",
    isStored: true,
    accept: [
      fromExpressSession<Row>({
        store: store satisfies ConnectStore,
        secret,
        user: ({ userId }) => userId === undefined ? null : { id: userId },
      }),
    ],
  };
}

function testStore(get: () => Store): void {
  it("its visitor stays signed in, can go back, and is signed out of both", async () => {
    await assertMove(createOldApp(get()));
  });
  it("two first requests of a browser make one session", async () => {
    await assertOneSession(createOldApp(get()));
  });
  it("old and new processes may run at once", async () => {
    await assertRolling(createOldApp(get()));
  });
}

const redis = findTestServer("TEST_REDIS_URL");
describe("an Express application moves from connect-redis", redis, () => {
  const client = createClient({ url: redis.url });
  const prefix = `move:${crypto.randomUUID()}:`;
  before(async () => void await client.connect());
  after(() => client.close());
  testStore(() => new RedisStore({ client, prefix }));
});

const postgres = findTestServer("TEST_POSTGRES_URL");
describe(
  "an Express application moves from connect-pg-simple",
  postgres,
  () => {
    let database: Awaited<ReturnType<typeof createDatabase>>;
    let pool: pg.Pool;
    before(async () => {
      database = await createDatabase(postgres.url);
      // The store's rows are in the local time of the database.
      pool = new pg.Pool({
        connectionString: database.url,
        options: "-c TimeZone=Pacific/Auckland",
      });
      // The table of the package's documentation.
      await pool.query(`
      CREATE TABLE session (sid varchar NOT NULL PRIMARY KEY,
        sess json NOT NULL, expire timestamp(6) NOT NULL)`);
    });
    after(async () => {
      await pool.end();
      await database.drop();
    });
    testStore(() => {
      const PgStore = createPgStore(session);
      return new PgStore({ pool, pruneSessionInterval: false });
    });
  },
);

describe("an Express application moves from session-file-store", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sessions-"));
  });
  after(() => rm(folder, { recursive: true }));
  testStore(() => {
    const FileStore = createFileStore(session);
    // The package sets it by `__proto__`, which Deno ignores.
    Object.setPrototypeOf(FileStore.prototype, Store.prototype);
    const logFn = () => {};
    return new FileStore({ path: folder, reapInterval: -1, logFn });
  });
});
