import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import pg from "pg";
import {
  createPostgresAdapter,
  createPostgresStore,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";
import {
  drizzleTables,
  type ExistingTables,
  kyselyTables,
  pgTables,
  prismaTables,
  renameTables,
  typeormTables,
} from "@latchkey/auth/adapters/tables";
import { createDatabase, drivers, findTestServer } from "./servers_testkit.ts";
import { addPerson } from "./records_testkit.ts";

import { onPostgres } from "./tables_testkit.ts";

const server = findTestServer("TEST_POSTGRES_URL");

describe("migration of existing tables", { skip: server.skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pool: pg.Pool;
  before(async () => {
    database = await createDatabase(server.url);
    pool = new pg.Pool({ connectionString: database.url, max: 10 });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });
  beforeEach(async () => {
    await pool.query(
      "DROP SCHEMA IF EXISTS own CASCADE; DROP SCHEMA public CASCADE; " +
        "CREATE SCHEMA public",
    );
  });

  const setUp = async (name: string) => {
    await pool.query(onPostgres[name]?.setUp ?? "");
  };
  const listColumns = async () => {
    const { rows } = await pool.query(
      "SELECT table_name, column_name FROM information_schema.columns " +
        "WHERE table_schema = 'public' ORDER BY 1, 2",
    );
    return rows;
  };

  it("a dry run returns the statements and runs none", async () => {
    await setUp("pgTables");
    const [tables, columns] = [pgTables, await listColumns()];
    const dry = await migratePostgres(pool, { tables, dryRun: true });
    assert.deepEqual(await listColumns(), columns);
    assert.ok(
      dry.statements.includes(
        'ALTER TABLE "sessions" ADD COLUMN "createdAt" timestamptz',
      ),
    );
    assert.deepEqual(await migratePostgres(pool, { tables }), dry);
    assert.notDeepEqual(await listColumns(), columns);
  });

  it("a dry run for the library's own tables creates none", async () => {
    const { statements } = await migratePostgres(pool, { dryRun: true });
    assert.match(statements.join(), /CREATE TABLE IF NOT EXISTS auth_users/);
    assert.deepEqual(await listColumns(), []);
  });

  it("duplicate users and accounts are reported, and nothing is removed", async () => {
    await setUp("pgTables");
    await pool.query(
      `INSERT INTO users (email) VALUES ('ann@example.com'), ('Ann@Example.com'),
        ('bob@example.com'), (NULL), (NULL);
      INSERT INTO accounts ("userId", type, provider, "providerAccountId") VALUES
        (1, 'oidc', 'example', 'a'), (3, 'oidc', 'example', 'a'), (3, 'oidc', 'other', 'a')`,
    );
    const tables = pgTables;
    const options = { tables };
    const { problems } = await migratePostgres(pool, options);
    const found = problems.map(({ kind, ids }) => ({ kind, ids }));
    assert.deepEqual(found, [
      { kind: "users", ids: [["1", "2"]] },
      { kind: "accounts", ids: [["1", "3"]] },
    ]);
    const { rows } = await pool.query("SELECT id FROM users");
    assert.equal(rows.length, 5);
    // The exact spelling comes first.
    const adapter = createPostgresAdapter(pool, options);
    assert.equal((await adapter.getUserByEmail("Ann@Example.com"))?.id, "2");
    assert.equal((await adapter.getUserByEmail("ann@example.com"))?.id, "1");
    const again = await migratePostgres(pool, options);
    assert.deepEqual(again, { statements: [], problems });
    await pool.query(
      "DELETE FROM users WHERE id = 2; DELETE FROM accounts WHERE id = 2",
    );
    const mended = await migratePostgres(pool, options);
    assert.deepEqual(mended.problems, []);
    assert.equal(mended.statements.length, 2);
    await assert.rejects(
      pool.query("INSERT INTO users (email) VALUES ('BOB@example.com')"),
      { code: "23505" },
    );
  });

  it("an address is found in any case, and only ASCII is folded", async () => {
    await setUp("drizzleTables");
    const tables = drizzleTables;
    await migratePostgres(pool, { tables });
    await pool.query(
      `INSERT INTO "user" (id, email) VALUES ('1', 'Jack@x.example')`,
    );
    const adapter = createPostgresAdapter(pool, { tables });
    const find = async (email: string) =>
      (await adapter.getUserByEmail(email))?.id;
    assert.equal(await find("jack@x.example"), "1");
    // The Kelvin sign becomes a "k" in small letters.
    assert.equal(await find("jac\u212a@x.example"), undefined);
  });

  it("eight migrations at once leave the tables complete", async () => {
    await setUp("typeormTables");
    const tables = typeormTables;
    const all = await Promise.all(
      Array.from({ length: 8 }, () => migratePostgres(pool, { tables })),
    );
    const problems = all.map((one) => one.problems.map(({ kind }) => kind));
    assert.ok(problems.some((kinds) => kinds.length === 0));
    assert.ok(problems.flat().every((kind) => kind === "busy"));
    const again = await migratePostgres(pool, { tables });
    assert.deepEqual(again, { statements: [], problems: [] });
  });

  it("a statement that the database ends because of a deadlock is tried again", async () => {
    await setUp("typeormTables");
    const tables = typeormTables;
    const ended = new Map<string, number>();
    const end = (times: number): Parameters<typeof migratePostgres>[0] => ({
      query: async (text, values) => {
        const statement = String(text);
        const isChange = /^(?:DO|CREATE (?:UNIQUE )?INDEX)/.test(statement);
        const before = ended.get(statement) ?? 0;
        if (!isChange || before >= times) {
          return await pool.query(statement, values);
        }
        ended.set(statement, before + 1);
        const error = new Error("deadlock detected");
        throw Object.assign(error, { code: "40P01" });
      },
    });
    await assert.rejects(migratePostgres(end(Infinity), { tables }), {
      code: "40P01",
    });
    ended.clear();
    const { problems } = await migratePostgres(end(1), { tables });
    assert.deepEqual(problems, []);
    assert.ok(ended.size > 5);
    const again = await migratePostgres(pool, { tables });
    assert.deepEqual(again, { statements: [], problems: [] });
  });

  it("no statement blocks requests for long", async () => {
    await setUp("pgTables");
    const asked: string[] = [];
    const client: pg.Pool | Parameters<typeof migratePostgres>[0] = {
      query: (text, values) => {
        asked.push(String(text));
        return pool.query(String(text), values);
      },
    };
    await migratePostgres(client, { tables: pgTables });
    const changes = asked.filter((text) => /^(?:CREATE|ALTER|DO)/.test(text));
    const [columns, ...indexes] = changes;
    assert.match(columns ?? "", /lock_timeout/);
    assert.ok(indexes.length > 5);
    for (const text of indexes) {
      assert.match(text, /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY /);
    }
  });

  it("an index whose creation failed is created again", async () => {
    await setUp("pgTables");
    await migratePostgres(pool, { tables: pgTables });
    const name = "latchkey_accounts_key";
    await pool.query(`DROP INDEX ${name}; INSERT INTO accounts
      ("userId", type, provider, "providerAccountId")
      SELECT 1, 'oidc', 'example', 'a' FROM generate_series(1, 2)`);
    // By the next statement of a connection, the database no longer lists its
    // index as one in progress.
    const client = await pool.connect();
    try {
      await assert.rejects(client.query(
        `CREATE UNIQUE INDEX CONCURRENTLY ${name} ` +
          `ON accounts (provider, "providerAccountId")`,
      ));
      await client.query("DELETE FROM accounts");
    } finally {
      client.release();
    }
    const { statements } = await migratePostgres(pool, { tables: pgTables });
    assert.deepEqual(statements, [
      `DROP INDEX CONCURRENTLY IF EXISTS "${name}"`,
      `CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "${name}" ` +
      `ON "accounts" ("provider", "providerAccountId")`,
    ]);
    const again = await migratePostgres(pool, { tables: pgTables });
    assert.deepEqual(again.statements, []);
  });

  it("a build that fails leaves no index, which the next attempt would take for one", async () => {
    await setUp("pgTables");
    const tables = pgTables;
    const name = "latchkey_accounts_key";
    const listBroken = async () => {
      const { rows } = await pool.query(
        "SELECT indexrelid FROM pg_index WHERE NOT indisvalid",
      );
      return rows;
    };
    const add = `INSERT INTO accounts
      ("userId", type, provider, "providerAccountId")
      SELECT 1, 'oidc', 'example', 'a' FROM generate_series(1, 2)`;
    /** Adds two rows of one account after the search for such rows. */
    const spoil = (ending: object): Parameters<typeof migratePostgres>[0] => {
      let isSpoiled = false;
      return {
        query: async (text, values) => {
          const isKey = String(text).includes(`NOT EXISTS "${name}"`);
          if (isSpoiled || !isKey) return await pool.query(text, values);
          isSpoiled = true;
          await pool.query(add);
          await assert.rejects(pool.query(text, values), { code: "23505" });
          await pool.query("DELETE FROM accounts");
          throw Object.assign(new Error("the build failed"), ending);
        },
      };
    };
    const failing = migratePostgres(spoil({ code: "23505" }), { tables });
    await assert.rejects(failing, { code: "23505" });
    assert.deepEqual(await listBroken(), []);
    const { problems } = await migratePostgres(spoil({ code: "40P01" }), {
      tables,
    });
    assert.deepEqual(problems, []);
    await assert.rejects(pool.query(add), { code: "23505" });
  });

  const decoys: Readonly<Record<string, string>> = {
    "one of its columns and another": '(provider, "userId")',
    "its columns and another": '(provider, "providerAccountId", "userId")',
    "one of its columns": '("providerAccountId")',
    "some of the rows":
      `(provider, "providerAccountId") WHERE provider <> 'example'`,
    "an expression": '(provider, lower("providerAccountId"))',
  };
  for (const [what, on] of Object.entries(decoys)) {
    it(`a unique index over ${what} is not taken for the key`, async () => {
      await setUp("pgTables");
      await pool.query(`CREATE UNIQUE INDEX other ON accounts ${on}`);
      const { statements } = await migratePostgres(pool, { tables: pgTables });
      assert.ok(
        statements.includes(
          'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "latchkey_accounts_key" ' +
            'ON "accounts" ("provider", "providerAccountId")',
        ),
      );
    });
  }

  it("an index over the key that is not unique is not taken for the key", async () => {
    await setUp("pgTables");
    await pool.query(
      'CREATE INDEX other ON accounts (provider, "providerAccountId")',
    );
    await migratePostgres(pool, { tables: pgTables });
    await assert.rejects(
      pool.query(`INSERT INTO accounts
        ("userId", type, provider, "providerAccountId")
        SELECT 1, 'oidc', 'example', 'a' FROM generate_series(1, 2)`),
      { code: "23505" },
    );
  });

  it("a unique index over the key's columns in another order is the key", async () => {
    await setUp("pgTables");
    await pool.query(
      'CREATE UNIQUE INDEX other ON accounts ("providerAccountId", provider)',
    );
    const { statements } = await migratePostgres(pool, { tables: pgTables });
    assert.doesNotMatch(statements.join(), /latchkey_accounts_key/);
  });

  it("tables may be in a schema of their own, and be renamed", async () => {
    await pool.query("CREATE SCHEMA own");
    await setUp("drizzleTables");
    for (const name of ["user", "account", "session"]) {
      await pool.query(`ALTER TABLE "${name}" SET SCHEMA own`);
      await pool.query(`ALTER TABLE own."${name}" RENAME TO "My-${name}"`);
    }
    const tables = {
      ...renameTables(drizzleTables, {
        users: "own.My-user",
        accounts: "own.My-account",
        sessions: "own.My-session",
      }),
      store: "Marks",
    };
    await migratePostgres(pool, { tables });
    const again = await migratePostgres(pool, { tables });
    assert.deepEqual(again.statements, []);
    const adapter = createPostgresAdapter(pool, { tables });
    const { user, session } = await addPerson(adapter);
    const found = await adapter.getSessionAndUser(session.sessionToken);
    assert.equal(found?.user.id, user.id);
    const store = createPostgresStore(pool, { tables });
    await store.set("key", "value", 60);
    const { rows } = await pool.query(`SELECT key FROM "Marks"`);
    assert.deepEqual(rows, [{ key: "key" }]);
  });

  it("postgres.js works over existing tables", async () => {
    const driver = drivers.postgres;
    assert.ok(driver);
    const { client, close } = driver(database.url, 2);
    const all = { pgTables, drizzleTables, kyselyTables, typeormTables };
    for (const [name, tables] of Object.entries(all)) {
      await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
      await setUp(name);
      await migratePostgres(client, { tables });
      const adapter = createPostgresAdapter(client, { tables, prepare: false });
      const { user, session } = await addPerson(adapter);
      const expires = new Date(session.expires.getTime() + 1000);
      await adapter.updateSession({ ...session, expires });
      const found = await adapter.getSessionAndUser(session.sessionToken);
      assert.equal(found?.user.id, user.id);
      assert.deepEqual(found.session.expires, expires);
      assert.deepEqual(found.session.createdAt, session.createdAt);
    }
    await close();
  });

  const misfits: Readonly<Record<string, [ExistingTables, RegExp]>> = {
    "a table that does not exist": [
      renameTables(drizzleTables, { users: "User" }),
      /tables\.users: the database has no table "User"/,
    ],
    "a column that does not exist": [
      {
        ...drizzleTables,
        sessions: { name: "session", columns: { expires: "expires_at" } },
      },
      /tables\.sessions: "session" has no column "expires_at"/,
    ],
    "dates of another form": [
      { ...drizzleTables, dates: "timestamptz" },
      /"emailVerified" of "user" is "timestamp without time zone"/,
    ],
    "ids of another form": [
      { ...drizzleTables, ids: "integer" },
      /"id" of "user" is "text"/,
    ],
  };
  for (const [name, [tables, message]] of Object.entries(misfits)) {
    it(`${name} is an error, and changes nothing`, async () => {
      await setUp("drizzleTables");
      const columns = await listColumns();
      await assert.rejects(migratePostgres(pool, { tables }), { message });
      assert.deepEqual(await listColumns(), columns);
    });
  }

  it("a column that must be filled in is an error", async () => {
    await setUp("prismaTables with own ids and times");
    await assert.rejects(
      migratePostgres(pool, { tables: prismaTables }),
      { message: /the column "updatedAt" of "User" may not be null/ },
    );
  });
});

describe("the description of existing tables", () => {
  const client = { query: () => Promise.resolve({ rows: [] }) };
  const names = [
    `user"; DROP TABLE "user`,
    "user$1",
    "a.b.c",
    "",
    "1user",
    "x".repeat(64),
    "user\0",
  ];
  for (const name of names) {
    it(`${JSON.stringify(name)} is no name of a table or column`, () => {
      const tables = renameTables(drizzleTables, { users: name });
      assert.throws(() => createPostgresAdapter(client, { tables }), TypeError);
      const users = { name: "user", columns: { email: name } };
      const others = { ...drizzleTables, users };
      assert.throws(
        () => createPostgresAdapter(client, { tables: others }),
        TypeError,
      );
    });
  }

  it("a field that does not exist is a type error, and an error", () => {
    const tables: ExistingTables = {
      ...drizzleTables,
      // @ts-expect-error -- the field is `email`
      users: { name: "user", columns: { mail: "mail" } },
    };
    assert.throws(
      () => createPostgresAdapter(client, { tables }),
      { message: 'tables: "user" has no field "mail"' },
    );
  });

  it("an empty prefix is valid", async () => {
    const asked: unknown[] = [];
    const adapter = createPostgresAdapter({
      query: (text) => {
        asked.push(text);
        return Promise.resolve({ rows: [] });
      },
    }, { prefix: "" });
    await adapter.getUser("1");
    assert.match(String(asked[0]), / FROM users WHERE "id" = \$1$/);
  });
});
