import { DatabaseSync } from "node:sqlite";
import {
  createSqliteAdapter,
  createSqliteStore,
  migrateSqlite,
} from "../../adapters/sqlite.ts";
import {
  AUTHENTICATION,
  LIFE,
  type Size,
  toToken,
  toUserId,
  USER_AGENT,
} from "./data.ts";
import { toOwnerSql, toSecondsSql } from "./rows_sql.ts";
import { report, type Subject } from "./subject.ts";

/**
 * Fills a file in one transaction, and builds its indexes at the end. The
 * connection that is measured is opened afterwards, as `docs/users.md` advises.
 */
export async function fillSqlite(size: Size): Promise<Subject> {
  const folder = await Deno.makeTempDir({ prefix: "latchkey-scale-" });
  const path = `${folder}/auth.db`;
  fill(path, size);
  return openSubject(folder, size);
}

/** Opens a file that has been filled. Closing it deletes its folder. */
export function openSubject(folder: string, size: Size): Subject {
  const path = `${folder}/auth.db`;
  const db = open(path);
  const adapter = createSqliteAdapter(db);
  return {
    size,
    adapter,
    store: createSqliteStore(db),
    reader: createSqliteAdapter(open(path)),
    bytes: countBytes(db),
    undo: async (_, work) => {
      db.exec("BEGIN IMMEDIATE");
      await work();
      db.exec("ROLLBACK");
    },
    close: async () => {
      db.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Megabytes that a connection may map, and those of its page cache. 0: as SQLite has it. */
const MAPPED = Number(Deno.env.get("SCALE_MMAP_MB") ?? 0);
const CACHED = Number(Deno.env.get("SCALE_CACHE_MB") ?? 0);

function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000");
  db.exec("PRAGMA synchronous = NORMAL");
  if (MAPPED > 0) db.exec(`PRAGMA mmap_size = ${MAPPED * 2 ** 20}`);
  if (CACHED > 0) db.exec(`PRAGMA cache_size = ${-1024 * CACHED}`);
  return db;
}

function fill(path: string, size: Size): void {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  db.exec("PRAGMA cache_size = -2000000");
  migrateSqlite(db);
  const rebuild = dropIndexes(db);
  db.exec("BEGIN");
  fillTables(db, size);
  db.exec("COMMIT");
  for (const statement of rebuild) {
    report(`SQLite: ${statement.slice(0, 70)}`);
    db.exec(statement);
  }
  db.exec("ANALYZE");
  db.close();
}

function dropIndexes(db: DatabaseSync): string[] {
  const indexes = db.prepare(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
  ).all();
  for (const { name } of indexes) db.exec(`DROP INDEX "${name}"`);
  return indexes.map(({ sql }) => String(sql));
}

/** Rows that one statement makes. */
const SLICE = 1_000_000;

/** Inserts rows that are computed from their number `i`, from 0 to `count - 1`. */
function insert(
  db: DatabaseSync,
  count: number,
  { into, select }: { readonly into: string; readonly select: string },
): void {
  const statement = db.prepare(
    `WITH RECURSIVE numbers(i) AS (
      SELECT ? UNION ALL SELECT i + 1 FROM numbers WHERE i < ?
    ) INSERT INTO ${into} ${select}`,
  );
  for (let first = 0; first < count; first += SLICE) {
    const next = Math.min(first + SLICE, count);
    // A number would be bound as a float.
    statement.run(BigInt(first), BigInt(next - 1));
    report(`SQLite: ${next} rows of ${into.split(" ", 1)}`);
  }
}

function fillTables(db: DatabaseSync, size: Size): void {
  const { sessions, users, accounts, tokens } = size;
  const options = { deterministic: true };
  db.function("user_id", options, (user) => toUserId(Number(user)));
  db.function("token", options, (session) => toToken(Number(session)));
  const now = Date.now();
  const tomorrow = now + 86_400_000;
  insert(db, users + 2, {
    into: `auth_users ("id", "name", "email", "emailVerified")`,
    select: `SELECT user_id(i), 'User ' || i, 'user' || i || '@example.com',
      ${now} FROM numbers`,
  });
  insert(db, accounts, {
    into: `auth_accounts ("provider", "providerAccountId", "userId", "type")`,
    select: `SELECT CASE WHEN i < ${users} THEN 'google' ELSE 'github' END,
      'account ' || i, user_id(i % ${users}), 'oidc' FROM numbers`,
  });
  insert(db, sessions, {
    into: `auth_sessions ("sessionToken", "userId", "expires", "createdAt",
      "lastSeenAt", "userAgent", "authentication")`,
    select: `SELECT token(i), user_id(owner), expires,
        expires - ${LIFE * 1000}, expires - ${LIFE * 1000},
        '${USER_AGENT}', '${AUTHENTICATION}'
      FROM (SELECT i, ${toOwnerSql(size)} AS owner,
        ${now} + 1000 * (${toSecondsSql(size)}) AS expires FROM numbers)`,
  });
  insert(db, tokens, {
    into: "auth_verification_tokens",
    select: `SELECT 'user' || i || '@example.com', token(-1 - i), ${tomorrow}
      FROM numbers`,
  });
  insert(db, tokens, {
    into: "auth_store",
    select: `SELECT 'mark ' || i, '1', ${tomorrow} FROM numbers`,
  });
}

/** The bytes of the whole file: SQLite counts them by table only if it is built to. */
function countBytes(db: DatabaseSync): number {
  const pages = Number(db.prepare("PRAGMA page_count").get()?.page_count);
  return pages * Number(db.prepare("PRAGMA page_size").get()?.page_size);
}
