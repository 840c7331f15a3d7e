/**
 * Two programs over the same tables: one with an adapter that others have
 * published, one with ours. Run as a program, it shares a database between ours
 * and each of the others in the time zone of its environment.
 */

import assert from "node:assert/strict";
import process from "node:process";
import { inspect } from "node:util";
import pg from "pg";
import {
  createPostgresAdapter,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";
import {
  createSqliteAdapter,
  migrateSqlite,
  type SqliteDatabase as SqliteHandle,
} from "@latchkey/auth/adapters/sqlite";
import type { Adapter } from "@latchkey/auth/testing/adapter-contract";
import { renewDatabase } from "./servers_testkit.ts";
import { published } from "./published_testkit.ts";
import { addPerson, HOUR } from "./records_testkit.ts";
import { onPostgres, onSqlite } from "./tables_testkit.ts";

type Theirs = Required<Adapter> & { __disconnect?: () => Promise<void> };

/** The map of each published adapter. */
export const maps: Readonly<Record<string, string>> = {
  "@auth/pg-adapter": "pgTables",
  "@auth/drizzle-adapter": "drizzleTables",
  "@auth/kysely-adapter": "kyselyTables",
  "@auth/typeorm-adapter": "typeormTables",
};

async function createTheirs(
  name: string,
  pool: pg.Pool,
  url: string,
): Promise<Theirs> {
  const known = published[name]?.create(pool);
  if (known !== undefined) return known as Theirs;
  // Its peer has to be named for the runs that install what tests name.
  await load("typeorm");
  const { TypeORMAdapter } = await load("@auth/typeorm-adapter");
  return TypeORMAdapter({ type: "postgres", url, synchronize: false });
}

const toDate = () => new Date(Math.floor(Date.now() / 1000) * 1000 + HOUR);

/**
 * Lets a published adapter and ours read and write what the other has written,
 * in a database that has nothing else.
 */
export async function shareTables(url: string, name: string): Promise<void> {
  const existing = onPostgres[maps[name] ?? ""];
  assert.ok(existing);
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  try {
    await renewDatabase(pool);
    await pool.query(existing.setUp);
    const theirs = await createTheirs(name, pool, url);
    const { tables } = existing;
    await share(theirs, async () => {
      await migratePostgres(pool, { tables });
      return createPostgresAdapter(pool, { tables });
    });
    await theirs.__disconnect?.();
  } finally {
    await pool.end();
  }
}

/** The same over the tables in SQLite. */
export async function shareSqlite(
  db: SqliteHandle,
  name: "@auth/drizzle-adapter" | "@auth/kysely-adapter",
): Promise<void> {
  const isDrizzle = name === "@auth/drizzle-adapter";
  const existing =
    onSqlite[isDrizzle ? "drizzleSqliteTables" : "kyselySqliteTables"];
  assert.ok(existing);
  const { setUp, tables } = existing;
  db.exec(setUp);
  const theirs = await (isDrizzle ? createDrizzle(db) : createKysely(db));
  await share(theirs, () => {
    migrateSqlite(db, { tables });
    return createSqliteAdapter(db, { tables });
  });
}

// As in the other testkit: the checker must not follow the name.
const load = async (name: string) => await import(name);

async function createDrizzle(db: SqliteHandle): Promise<Theirs> {
  const { drizzle } = await load("drizzle-orm/sqlite-proxy");
  const { DrizzleAdapter } = await load("@auth/drizzle-adapter");
  const run = (text: string, params: never[], method: string) => {
    const rows = db.prepare(text).all(...params)
      .map((row) => Object.values(row as object));
    return Promise.resolve({ rows: method === "get" ? rows[0] : rows });
  };
  return DrizzleAdapter(drizzle(run));
}

async function createKysely(db: SqliteHandle): Promise<Theirs> {
  const { Kysely, SqliteDialect } = await load("kysely");
  const { KyselyAdapter } = await load("@auth/kysely-adapter");
  const database = {
    close: () => {},
    prepare: (text: string) => {
      const statement = db.prepare(text);
      return {
        reader: /^select|returning/i.test(text),
        all: (params: unknown[]) => statement.all(...params),
        run: (params: unknown[]) => statement.run(...params),
      };
    },
  };
  return KyselyAdapter(
    new Kysely({ dialect: new SqliteDialect({ database }) }),
  );
}

async function share(
  theirs: Theirs,
  migrate: () => Promise<Required<Adapter>> | Required<Adapter>,
): Promise<void> {
  const before = await addTheirs(theirs, "before");
  const ours = await migrate();
  const after = await addTheirs(theirs, "after");
  for (const { id, email, account, session } of [before, after]) {
    assert.equal((await ours.getUser(id))?.email, email);
    assert.equal((await ours.getUserByEmail(email))?.id, id);
    assert.equal((await ours.getUserByAccount(account))?.id, id);
    assert.deepEqual(
      (await ours.getUser(id))?.emailVerified,
      session.expires,
    );
    const [stored] = await ours.listAccountsByUserId(id);
    assert.deepEqual(stored, { ...account, userId: id });
    const found = await ours.getSessionAndUser(session.sessionToken);
    assert.deepEqual(found?.session, { ...session, userId: id });
    const expires = new Date(session.expires.getTime() + HOUR);
    const { sessionToken } = session;
    await ours.updateSession({ sessionToken, expires });
    const moved = await theirs.getSessionAndUser(sessionToken);
    assert.deepEqual(moved?.session.expires, expires);
    await theirs.updateSession({ sessionToken, expires: session.expires });
    await ours.deleteSession(sessionToken);
    assert.equal(await theirs.getSessionAndUser(sessionToken), null);
  }
  const { user, account, session } = await addPerson(ours);
  assert.equal(String((await theirs.getUserByAccount(account))?.id), user.id);
  const email = user.email ?? "";
  assert.equal(String((await theirs.getUserByEmail(email))?.id), user.id);
  const found = await theirs.getSessionAndUser(session.sessionToken);
  assert.equal(String(found?.user.id), user.id);
  assert.deepEqual(found?.session.expires, session.expires);
  await theirs.deleteSession(session.sessionToken);
  assert.equal(await ours.getSessionAndUser(session.sessionToken), null);
}

/** Records of a first sign-in, as the other library writes them. */
async function addTheirs(theirs: Theirs, name: string) {
  const email = `${name}@example.com`;
  const expires = toDate();
  const user = { id: crypto.randomUUID(), name, email, emailVerified: expires };
  const created = await theirs.createUser(user);
  const { id } = created;
  const account = {
    type: "oidc",
    provider: "example",
    providerAccountId: `subject-${name}`,
    access_token: "access",
    expires_at: 1_900_000_000,
  } as const;
  await theirs.linkAccount({ ...account, userId: id });
  const session = { sessionToken: crypto.randomUUID(), expires };
  await theirs.createSession({ ...session, userId: id });
  return { id: String(id), email, account, session };
}

const [script = "", url] = process.argv.slice(1);
if (/tables_rolling_testkit\.[jt]s$/.test(script) && url) {
  assert.equal(new Date("2026-01-01T00:00:00").getUTCHours(), 5);
  for (const name of Object.keys(maps)) {
    const outcome = await shareTables(url, name)
      .then(() => "shared", (error: unknown) => inspect(error));
    process.stdout.write(`${name}: ${outcome}\n`);
  }
}
