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
import pg from "pg";
import {
  createPostgresAdapter,
  createPostgresStore,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";
import { adapterContract } from "@latchkey/auth/testing/adapter-contract";
import { storeContract } from "@latchkey/auth/testing/store-contract";
import {
  type Connection,
  createDatabase,
  drivers,
  empty,
  findTestServer,
} from "./servers_testkit.ts";
import { toAuthenticator } from "../testing/contract/records.ts";
import { addPerson, HOUR, type Person, toSession } from "./records_testkit.ts";

const server = findTestServer("TEST_POSTGRES_URL");

/** Runs work many times concurrently. */
function times<T>(n: number, work: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => work(i));
}

/** Waits until a statement waits for another transaction. */
async function waitForLock(pool: pg.Pool): Promise<void> {
  const text = "SELECT FROM pg_stat_activity " +
    "WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await pool.query(text)).rows.length === 0);
}

describe("PostgreSQL", { skip: server.skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  before(async () => {
    database = await createDatabase(server.url);
    const client = new pg.Client(database.url);
    await client.connect();
    await migratePostgres(client);
    await client.end();
  });
  after(() => database.drop());

  for (const [driver, open] of Object.entries(drivers)) {
    for (const prepare of [false, true]) {
      const how = prepare ? "prepared" : "plain";
      describe(`${driver}, ${how}, contract`, () => {
        let connection: Connection;
        before(() => {
          connection = open(database.url, 10);
        });
        after(() => connection.close());
        const createAdapter = async () => {
          await empty(connection);
          return createPostgresAdapter(connection.client, { prepare });
        };
        for (const one of adapterContract(createAdapter)) {
          it(one.name, async () => assert.equal(await one.run(), null));
        }
        const createStore = async () => {
          await empty(connection);
          mock.timers.enable({ apis: ["Date"], now: Date.now() });
          return createPostgresStore(connection.client, { prepare });
        };
        const advance = (ms: number) => mock.timers.tick(ms);
        const dispose = () => mock.timers.reset();
        for (const one of storeContract(createStore, { advance, dispose })) {
          it(one.name, async () => assert.equal(await one.run(), null));
        }
      });
    }

    describe(`${driver}, a pool of two connections`, () => {
      let connection: Connection;
      let adapter: ReturnType<typeof createPostgresAdapter>;
      before(() => {
        connection = open(database.url, 2);
        adapter = createPostgresAdapter(connection.client);
      });
      beforeEach(() => empty(connection));
      afterEach(() => mock.timers.reset());
      after(() => connection.close());

      it("200 sign-ins at once succeed", async () => {
        const ends = await Promise.all(times(200, async (i) => {
          const { user, account, session } = await addPerson(adapter, `${i}`);
          const { sessionToken } = session;
          const found = await adapter.getSessionAndUser(sessionToken);
          assert.equal(found?.user.id, user.id);
          assert.equal((await adapter.getUserByAccount(account))?.id, user.id);
          const expires = new Date(session.expires.getTime() + HOUR);
          await adapter.updateSession({ sessionToken, expires });
          await adapter.deleteExpired(new Date(), 100);
          return (await adapter.getSessionAndUser(sessionToken))?.session
            .expires.getTime() === expires.getTime();
        }));
        assert.deepEqual(ends, times(200, () => true));
      });

      it("one user is stored for 20 first sign-ins with one account", async () => {
        const account = {
          provider: "example",
          providerAccountId: "one",
          type: "oidc",
        } as const;
        const results = await Promise.allSettled(times(20, async (i) => {
          const id = crypto.randomUUID();
          const { userId: _, ...session } = toSession(id);
          const email = `${i}@example.com`;
          const user = { id, email, emailVerified: null };
          await adapter.createUserWithAccount({ user, account, session });
        }));
        const won = results.filter(({ status }) => status === "fulfilled");
        assert.equal(won.length, 1);
        for (const table of ["users", "accounts", "sessions"]) {
          const rows = await connection.run(`SELECT * FROM auth_${table}`);
          assert.equal(rows.length, 1, table);
        }
      });

      it("a write that breaks a unique key is rejected", async () => {
        const { user, account, session } = await addPerson(adapter);
        const id = crypto.randomUUID();
        const isUnique = { code: "23505" };
        for (
          const work of [
            () => adapter.createUser({ ...user, id }),
            () => adapter.linkAccount(account),
            () => adapter.createSession(session),
          ]
        ) await assert.rejects(async () => await work(), isUnique);
      });

      it("no user is left without an account, in 20 races", async () => {
        for (let round = 0; round < 20; round++) {
          const { user, account } = await addPerson(adapter);
          const second = { ...account, providerAccountId: `second-${user.id}` };
          await adapter.linkAccount(second);
          const removed = await Promise.all([
            adapter.unlinkAccountUnlessLast(account),
            adapter.unlinkAccountUnlessLast(second),
          ]);
          assert.deepEqual(removed.sort(), [false, true]);
          const left = await adapter.listAccountsByUserId(user.id);
          assert.equal(left.length, 1);
        }
      });

      it("the later end of two renewals at once is kept", async () => {
        const { session: { sessionToken, expires } } = await addPerson(adapter);
        const ends = times(20, (i) => new Date(expires.getTime() + i * 1000));
        await Promise.all(
          ends.toReversed().map((expires) =>
            adapter.updateSession({ sessionToken, expires })
          ),
        );
        const found = await adapter.getSessionAndUser(sessionToken);
        assert.deepEqual(found?.session.expires, ends.at(-1));
      });

      it("expired rows are removed in batches, also by two removals at once", async () => {
        const { user, session } = await addPerson(adapter);
        await addExpired(connection, user.id, 2500);
        const rounds: number[] = [];
        do {
          const [one, two] = await Promise.all([
            adapter.deleteExpired(new Date(), 500),
            adapter.deleteExpired(new Date(), 500),
          ]);
          assert.ok(one <= 1000 && two <= 1000);
          rounds.push(one + two);
        } while (rounds.at(-1) !== 0);
        assert.equal(rounds.reduce((sum, one) => sum + one), 5000);
        assert.ok(await adapter.getSessionAndUser(session.sessionToken));
      });

      it("a store stays small, because expired rows are removed", async () => {
        mock.timers.enable({ apis: ["Date"], now: Date.now() });
        const store = createPostgresStore(connection.client);
        for (let i = 0; i < 100; i++) await store.set(`old ${i}`, "1", 60);
        mock.timers.tick(HOUR);
        for (let i = 0; i < 30; i++) await store.set(`new ${i}`, "1", 60);
        const rows = await connection.run("SELECT * FROM auth_store");
        assert.equal(rows.length, 30);
      });

      it("the store tells the time of the server", async () => {
        const store = createPostgresStore(connection.client);
        const time = await store.readClock?.() ?? 0;
        assert.ok(Math.abs(time - Date.now()) < HOUR);
      });

      it("the migration can run eight times at once, under a new prefix", async () => {
        const other = open(database.url, 8);
        const options = { prefix: `${driver}_` };
        await Promise.all(
          times(8, () => migratePostgres(other.client, options)),
        );
        const adapter = createPostgresAdapter(other.client, options);
        const { user } = await addPerson(adapter);
        await migratePostgres(other.client, options);
        assert.equal((await adapter.getUser(user.id))?.id, user.id);
        await other.close();
      });
    });
  }

  it("a database without a table of secrets works until a password is used", async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    try {
      const options = { prefix: "plain_" };
      await migratePostgres(pool, options);
      await pool.query("DROP TABLE plain_secrets");
      const adapter = createPostgresAdapter(pool, options);
      const { user, session } = await addPerson(adapter);
      const found = await adapter.getSessionAndUser(session.sessionToken);
      assert.equal(found?.user.id, user.id);
      const message = /no table plain_secrets.*run the migration/;
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
      await migratePostgres(pool, options);
      assert.equal(await adapter.getSecret(user.id, "password"), null);
    } finally {
      await pool.end();
    }
  });

  it("a user who is being deleted gets no secret", async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 3 });
    const client = await pool.connect();
    try {
      const adapter = createPostgresAdapter(pool);
      const { user } = await addPerson(adapter);
      await client.query("BEGIN");
      await client.query(`DELETE FROM auth_users WHERE "id" = '${user.id}'`);
      const change = { userId: user.id, kind: "password" } as const;
      const adding = Promise.resolve(
        adapter.replaceSecret({ ...change, before: null, after: "text" }),
      );
      adding.catch(() => null);
      await waitForLock(pool);
      await client.query("COMMIT");
      assert.equal(await adding, false);
    } finally {
      client.release();
      await pool.end();
    }
  });

  it("a session and its owner are read in one query", async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    let queries = 0;
    const adapter = createPostgresAdapter({
      query: (text, values) => {
        queries++;
        return typeof text === "string"
          ? pool.query(text, values)
          : pool.query(text);
      },
    });
    const { session }: Person = await addPerson(adapter);
    assert.equal(queries, 1, "createUserWithAccount");
    assert.ok(await adapter.getSessionAndUser(session.sessionToken));
    assert.equal(queries, 2, "getSessionAndUser");
    await pool.end();
  });

  it("a driver may return dates as texts, and transform names", async () => {
    const { default: postgres } = await import("postgres");
    const sql = postgres(database.url, {
      transform: postgres.camel,
      types: {
        date: {
          to: 1184,
          from: [1082, 1114, 1184],
          serialize: (date: Date) => date.toISOString(),
          parse: (text: string) => text,
        },
      },
    });
    const adapter = createPostgresAdapter(sql);
    const { session } = await addPerson(adapter);
    const found = await adapter.getSessionAndUser(session.sessionToken);
    assert.deepEqual(found?.session, session);
    await sql.end();
  });

  it("statements are named as the application told its driver", async () => {
    const asked: unknown[] = [];
    const toClient = (prepare?: boolean) => ({
      unsafe: (_: string, __?: unknown[], options?: { prepare?: boolean }) => {
        asked.push(options?.prepare);
        return Promise.resolve([]);
      },
      options: { prepare },
    });
    await createPostgresAdapter(toClient(true)).getUser("id");
    await createPostgresAdapter(toClient(false)).getUser("id");
    await createPostgresAdapter(toClient()).getUser("id");
    const wish = { prepare: true };
    await createPostgresAdapter(toClient(false), wish).getUser("id");
    assert.deepEqual(asked, [true, false, false, true]);
  });

  it("a page of sessions is planned for its user, even if statements are prepared", async () => {
    const asked: unknown[] = [];
    const client = {
      query: (query: unknown) => {
        asked.push(typeof query);
        return Promise.resolve({ rows: [] });
      },
    };
    const adapter = createPostgresAdapter(client, { prepare: true });
    await adapter.listSessionsByUserId("id");
    await adapter.listSessionPage("id", null, 50);
    assert.deepEqual(asked, ["object", "string", "string"]);
  });

  it("the migration adds the columns that a table of passkeys of an earlier version lacks, also if eight processes do", async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 8 });
    try {
      const prefix = "older_";
      await migratePostgres(pool, { prefix });
      const adapter = createPostgresAdapter(pool, { prefix });
      const { user, account } = await addPerson(adapter);
      const key = toAuthenticator({
        userId: user.id,
        providerAccountId: account.providerAccountId,
      });
      await adapter.createAuthenticator(key);
      await pool.query(
        'ALTER TABLE older_authenticators DROP COLUMN "name", ' +
          'DROP COLUMN "createdAt", DROP COLUMN "lastUsedAt"',
      );
      const dry = await migratePostgres(pool, { prefix, dryRun: true });
      assert.deepEqual(dry.statements.slice(-3), [
        'ALTER TABLE older_authenticators ADD COLUMN IF NOT EXISTS "name" text',
        'ALTER TABLE older_authenticators ADD COLUMN IF NOT EXISTS "createdAt" timestamptz',
        'ALTER TABLE older_authenticators ADD COLUMN IF NOT EXISTS "lastUsedAt" timestamptz',
      ]);
      await Promise.all(times(8, () => migratePostgres(pool, { prefix })));
      assert.deepEqual(await adapter.getAuthenticator(key.credentialID), {
        ...key,
        name: null,
        createdAt: null,
        lastUsedAt: null,
      });
      // It takes no lock on the table when there is nothing to add.
      const again = await migratePostgres(pool, { prefix });
      assert.equal(again.statements.length, dry.statements.length - 3);
    } finally {
      await pool.end();
    }
  });

  it("the migration of a table whose users share an address names them, and leaves the key to the next one", async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    try {
      // As an earlier version made it.
      await pool.query(
        "CREATE TABLE shared_users (id text NOT NULL PRIMARY KEY, name text, " +
          'email text UNIQUE, "emailVerified" timestamptz, image text)',
      );
      await pool.query(
        "INSERT INTO shared_users (id, email) VALUES ('1', 'Ann@example.com'), " +
          "('2', 'ann@example.com'), ('3', 'Bob@example.com')",
      );
      const prefix = "shared_";
      const { problems } = await migratePostgres(pool, { prefix });
      assert.deepEqual(problems.map(({ kind, ids }) => [kind, ids]), [
        ["users", [["1", "2"]]],
      ]);
      const adapter = createPostgresAdapter(pool, { prefix });
      const find = async (email: string) =>
        (await adapter.getUserByEmail(email))?.id;
      assert.equal(await find("bob@example.com"), "3");
      assert.equal(await find("Ann@example.com"), "1");
      assert.equal(await find("ann@example.com"), "2");
      await pool.query("DELETE FROM shared_users WHERE id = '2'");
      const again = await migratePostgres(pool, { prefix });
      assert.deepEqual(again.problems, []);
      const ann = { email: "ann@example.com", emailVerified: null };
      await assert.rejects(async () =>
        await adapter.createUser({ ...ann, id: "4" })
      );
    } finally {
      await pool.end();
    }
  });

  it("a single client of pg works", async () => {
    const client = new pg.Client(database.url);
    await client.connect();
    const adapter = createPostgresAdapter(client);
    const people = await Promise.all(times(20, () => addPerson(adapter)));
    assert.equal(new Set(people.map(({ user }) => user.id)).size, 20);
    await client.end();
  });
});

async function addExpired(
  { run }: Connection,
  userId: string,
  rows: number,
): Promise<void> {
  await run(
    `INSERT INTO auth_sessions ("sessionToken", "userId", "expires") ` +
      `SELECT 'expired ' || i, '${userId}', now() - i * interval '1 second' ` +
      `FROM generate_series(1, ${rows}) i`,
  );
  await run(
    `INSERT INTO auth_verification_tokens ("identifier", "token", "expires") ` +
      `SELECT 'expired ' || i, 'token', now() - i * interval '1 second' ` +
      `FROM generate_series(1, ${rows}) i`,
  );
}
