import process from "node:process";
import pg from "pg";
import { createDatabase } from "../../adapters/servers_testkit.ts";
import {
  createPostgresAdapter,
  createPostgresStore,
  migratePostgres,
} from "../../adapters/postgres.ts";
import { AUTHENTICATION, LIFE, type Size, USER_AGENT } from "./data.ts";
import { toOwnerSql, toSecondsSql } from "./rows_sql.ts";
import { report, type Subject } from "./subject.ts";

/** Fills a database of the PostgreSQL server that the command has started. */
export async function fillPostgres(size: Size): Promise<Subject> {
  const database = await createDatabase(process.env.TEST_POSTGRES_URL ?? "");
  const pool = new pg.Pool({ connectionString: database.url, max: 10 });
  await migratePostgres(pool);
  await fill(pool, size);
  // One connection of its own, so that its work can be rolled back.
  const client = new pg.Client(database.url);
  await client.connect();
  return {
    size,
    adapter: createPostgresAdapter(client, { prepare: true }),
    store: createPostgresStore(client, { prepare: true }),
    reader: createPostgresAdapter(pool, { prepare: true }),
    bytes: await countBytes(pool),
    undo: async (_, work) => {
      await client.query("BEGIN");
      await work();
      await client.query("ROLLBACK");
    },
    close: async () => {
      await client.end();
      await pool.end();
      await database.drop();
    },
  };
}

/** Fills the tables without their indexes, which are built afterwards: that is several times as fast. */
async function fill(pool: pg.Pool, size: Size): Promise<void> {
  const rebuild = await dropIndexes(pool);
  for (const [table, text] of Object.entries(toInserts(size))) {
    report(`PostgreSQL: ${table}`);
    await pool.query(text);
  }
  for (const statement of rebuild) {
    report(`PostgreSQL: ${statement.slice(0, 70)}`);
    await pool.query(statement);
  }
  await pool.query("VACUUM (ANALYZE)");
  await pool.query("CHECKPOINT");
}

/** Drops every key and index, and returns the statements that bring them back. */
async function dropIndexes(pool: pg.Pool): Promise<string[]> {
  const keys = await pool.query(
    `SELECT conrelid::regclass AS "table", conname AS "name",
      pg_get_constraintdef(oid) AS "definition" FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f')
    ORDER BY contype = 'f', oid`,
  );
  for (const { table, name } of [...keys.rows].reverse()) {
    await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  }
  const indexes = await pool.query(
    `SELECT indexname AS "name", indexdef AS "definition" FROM pg_indexes
    WHERE schemaname = 'public'`,
  );
  for (const { name } of indexes.rows) await pool.query(`DROP INDEX "${name}"`);
  return [
    ...keys.rows.map(({ table, name, definition }) =>
      `ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`
    ),
    ...indexes.rows.map(({ definition }) => String(definition)),
  ];
}

/** Returns the statements that make the rows of `data.ts`. */
function toInserts(size: Size): Readonly<Record<string, string>> {
  const { sessions, users, accounts, tokens } = size;
  const id = (user: string) => `md5('user ' || (${user}))::uuid::text`;
  const hash = (text: string) =>
    `translate(rtrim(encode(sha256((${text})::bytea), 'base64'), '='), '+/', '-_')`;
  return {
    users: `INSERT INTO auth_users ("id", "name", "email", "emailVerified")
      SELECT ${id("i")}, 'User ' || i, 'user' || i || '@example.com', now()
      FROM generate_series(0::bigint, ${users + 1}) i`,
    accounts: `INSERT INTO auth_accounts
      ("provider", "providerAccountId", "userId", "type")
      SELECT CASE WHEN i < ${users} THEN 'google' ELSE 'github' END,
        'account ' || i, ${id(`i % ${users}`)}, 'oidc'
      FROM generate_series(0::bigint, ${accounts - 1}) i`,
    sessions: `INSERT INTO auth_sessions ("sessionToken", "userId", "expires",
        "createdAt", "lastSeenAt", "userAgent", "authentication")
      SELECT ${hash("'session ' || i")}, ${id("owner")}, expires,
        expires - interval '${LIFE} seconds', expires - interval '${LIFE} seconds',
        '${USER_AGENT}', '${AUTHENTICATION}'
      FROM (SELECT i, ${toOwnerSql(size)} AS owner,
        now() + make_interval(secs => ${toSecondsSql(size)}) AS expires
        FROM generate_series(0::bigint, ${sessions - 1}) i) rows`,
    tokens: `INSERT INTO auth_verification_tokens
      SELECT 'user' || i || '@example.com', ${hash("'token ' || i")},
        now() + interval '1 day' FROM generate_series(0::bigint, ${tokens}) i`,
    store: `INSERT INTO auth_store SELECT 'mark ' || i, '1',
        now() + interval '1 day' FROM generate_series(0::bigint, ${tokens}) i`,
  };
}

async function countBytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    "SELECT pg_total_relation_size('auth_sessions') AS bytes",
  );
  return Number(rows[0]?.bytes);
}
