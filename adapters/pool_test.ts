import assert from "node:assert/strict";
import { after, afterEach, before, describe, it, mock } from "node:test";
import pg from "pg";
import { createAuth } from "@latchkey/auth";
import {
  createPostgresAdapter,
  createPostgresStore,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";
import { createDatabase, findTestServer } from "./servers_testkit.ts";
import { addPerson, HOUR, toSession } from "./records_testkit.ts";

const server = findTestServer("TEST_POSTGRES_URL");

const SIZE = 10;
const REQUESTS = 2000;
const site = "https://app.example";

async function hash(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

describe("a pool of ten connections", { skip: server.skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pool: pg.Pool;
  before(async () => {
    database = await createDatabase(server.url);
    pool = new pg.Pool({
      connectionString: database.url,
      max: SIZE,
      // No timer of its own, so that a test can stop the library's.
      idleTimeoutMillis: 0,
    });
    await migratePostgres(pool);
  });
  afterEach(() => mock.timers.reset());
  after(async () => {
    await pool.end();
    await database.drop();
  });

  it("survives a server that closes its idle connections, without a listener of the application", async () => {
    const own = new pg.Pool({ connectionString: database.url, max: 1 });
    try {
      const adapter = createPostgresAdapter(own);
      assert.equal(await adapter.getUser("nobody"), null);
      createPostgresStore(own);
      assert.equal(own.listenerCount("error"), 1);
      const closed = new Promise((resolve) => own.once("error", resolve));
      await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await closed;
      assert.equal(await adapter.getUser("nobody"), null);
    } finally {
      await own.end();
    }
  });

  it("leaves errors to the listener of the application", () => {
    const own = new pg.Pool({ connectionString: database.url });
    const heard: string[] = [];
    own.on("error", ({ message }) => heard.push(message));
    createPostgresAdapter(own);
    assert.equal(own.listenerCount("error"), 1);
    own.emit("error", new Error("gone"));
    assert.deepEqual(heard, ["gone"]);
  });

  /** An application whose statements are counted, and a visitor of it. */
  async function createSite() {
    const texts: string[] = [];
    const client = {
      query: (text: string, values?: unknown[]) => {
        texts.push(text);
        return pool.query(text, values);
      },
    };
    const adapter = createPostgresAdapter(client as pg.Pool);
    const auth = createAuth({
      secret: "a random text of at least 32 characters",
      url: site,
      adapter,
      store: createPostgresStore(client as pg.Pool),
      providers: [],
    });
    const { user, session } = await addPerson(adapter);
    const token = crypto.randomUUID();
    const sessionToken = await hash(token);
    await adapter.deleteSession(session.sessionToken);
    await adapter.createSession({ ...session, sessionToken });
    const another = await hash(crypto.randomUUID());
    await adapter.createSession({ ...session, sessionToken: another });
    texts.length = 0;
    const toRequest = () =>
      new Request(`${site}/`, {
        headers: { cookie: `__Host-latchkey.session=${token}` },
      });
    return { adapter, auth, texts, toRequest, user };
  }

  it("2,000 requests at once share the ten connections, and all are answered", async () => {
    const { auth, texts, toRequest, user } = await createSite();
    // However slow a machine is, none of them waits as long as an adapter may take.
    mock.timers.enable({ apis: ["setTimeout"] });
    let most = 0;
    const count = () => most = Math.max(most, pool.totalCount);
    pool.on("connect", count);
    const ids = await Promise.all(
      Array.from({ length: REQUESTS }, async () => {
        const { session } = await auth.session(toRequest());
        return session?.user?.id;
      }),
    );
    pool.off("connect", count);
    assert.deepEqual([...new Set(ids)], [user.id]);
    assert.equal(texts.length, REQUESTS);
    assert.ok(most <= SIZE && pool.totalCount <= SIZE);
    assert.equal(pool.idleCount, pool.totalCount);
    assert.equal(pool.waitingCount, 0);
  });

  it("a session read of a request is one statement", async () => {
    const { auth, texts, toRequest, user } = await createSite();
    const request = toRequest();
    for (let i = 0; i < 2; i++) {
      const { session } = await auth.session(request);
      assert.equal(session?.user?.email, user.email);
    }
    assert.equal(texts.length, 1);
  });

  it("a list of sessions takes two statements, and a page three at most", async () => {
    const { auth, texts, toRequest } = await createSite();
    await auth.listSessions(toRequest());
    assert.equal(texts.splice(0).length, 2);
    const { sessions } = await auth.listSessions(toRequest(), { limit: 1 });
    assert.equal(sessions.length, 1);
    assert.equal(texts.splice(0).length, 2);
    // The last page looks for sessions without a start time, too.
    await auth.listSessions(toRequest(), { limit: 50 });
    assert.equal(texts.splice(0).length, 3);
  });

  it("all sessions of a user end by one statement, however many there are", async () => {
    const { adapter, auth, texts, toRequest, user } = await createSite();
    for (let i = 0; i < 50; i++) {
      await adapter.createSession(toSession(user.id));
    }
    texts.length = 0;
    await auth.revoke({ user: user.id });
    assert.equal(
      texts.filter((text) => /DELETE FROM auth_sessions/.test(text)).length,
      1,
    );
    assert.equal((await auth.session(toRequest())).session, null);
  });

  it("expired rows are removed in slices that wait for no request, nor make one wait", async () => {
    const { adapter, user } = await createSite();
    const expires = new Date(Date.now() - HOUR);
    const old = Array.from({ length: 25 }, () => ({
      ...toSession(user.id),
      expires,
    }));
    for (const session of old) await adapter.createSession(session);
    const request = await pool.connect();
    const sweep = await pool.connect();
    try {
      // A request renews one of them, and has not committed.
      await request.query("BEGIN");
      const [first] = old;
      const held = first?.sessionToken ?? "";
      await createPostgresAdapter(request).updateSession({
        sessionToken: held,
        expires: new Date(Date.now() + HOUR),
      });
      await sweep.query("BEGIN; SET LOCAL lock_timeout = 1");
      const removing = createPostgresAdapter(sweep);
      const removed: number[] = [];
      for (let i = 0; i < 4; i++) {
        removed.push(await removing.deleteExpired(new Date(), 10));
      }
      assert.deepEqual(removed, [10, 10, 4, 0]);
      // The removal has not committed either; a reader still gets its answer.
      const rows = await adapter.listSessionsByUserId(user.id);
      assert.ok(rows.length > 0);
      assert.ok(await adapter.getSessionAndUser(old[1]?.sessionToken ?? ""));
      await sweep.query("COMMIT");
      await request.query("COMMIT");
      assert.ok(await adapter.getSessionAndUser(held));
      assert.equal(
        await adapter.getSessionAndUser(old[1]?.sessionToken ?? ""),
        null,
      );
    } finally {
      request.release();
      sweep.release();
    }
  });
});
