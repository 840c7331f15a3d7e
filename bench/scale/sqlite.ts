import { DatabaseSync } from "node:sqlite";
import {
  createSqliteAdapter,
  createSqliteStore,
  migrateSqlite,
} from "../../adapters/sqlite.ts";
import { type Size, toRow, toToken, toUserId } from "./data.ts";
import { report, type Subject } from "./subject.ts";

/**
 * Fills a file in one transaction, and builds its indexes at the end. The
 * connection that is measured is opened afterwards, as `docs/users.md` advises.
 */
export async function fillSqlite(size: Size): Promise<Subject> {
  const folder = await Deno.makeTempDir({ prefix: "latchkey-scale-" });
  const path = `${folder}/auth.db`;
  fill(path, size);
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

/** Megabytes of the file that a connection may map, which spares it a system call for each page. */
const MAPPED = Number(Deno.env.get("SCALE_MMAP_MB") ?? 0);

function open(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000");
  db.exec("PRAGMA synchronous = NORMAL");
  if (MAPPED > 0) db.exec(`PRAGMA mmap_size = ${MAPPED * 2 ** 20}`);
  return db;
}

function fill(path: string, size: Size): void {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  db.exec("PRAGMA cache_size = -2000000");
  migrateSqlite(db);
  const rebuild = dropIndexes(db);
  db.exec("BEGIN");
  report("SQLite: users and accounts");
  fillUsers(db, size);
  report("SQLite: sessions");
  fillSessions(db, size);
  fillTokens(db, size);
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

function fillUsers(db: DatabaseSync, { users, accounts }: Size): void {
  const user = db.prepare(
    `INSERT INTO auth_users VALUES (?, ?, ?, ${Date.now()}, NULL)`,
  );
  for (let i = 0; i < users + 2; i++) {
    user.run(toUserId(i), `User ${i}`, `user${i}@example.com`);
  }
  const account = db.prepare(
    `INSERT INTO auth_accounts ("provider", "providerAccountId", "userId", "type") ` +
      `VALUES (?, ?, ?, 'oidc')`,
  );
  for (let i = 0; i < accounts; i++) {
    const provider = i < users ? "google" : "github";
    account.run(provider, `account ${i}`, toUserId(i % users));
  }
}

function fillSessions(db: DatabaseSync, size: Size): void {
  const insert = db.prepare(
    "INSERT INTO auth_sessions VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const now = Date.now();
  for (let i = 0; i < size.sessions; i++) {
    const row = toRow(size, i, now);
    insert.run(
      row.sessionToken,
      row.userId,
      row.expires.getTime(),
      row.createdAt?.getTime() ?? null,
      row.lastSeenAt?.getTime() ?? null,
      row.userAgent ?? null,
      row.authentication ?? null,
    );
    if (i % 2_000_000 === 1_999_999) report(`SQLite: ${i + 1}`);
  }
}

function fillTokens(db: DatabaseSync, { tokens }: Size): void {
  const tomorrow = Date.now() + 86_400_000;
  const token = db.prepare(
    `INSERT INTO auth_verification_tokens VALUES (?, ?, ${tomorrow})`,
  );
  const mark = db.prepare(
    `INSERT INTO auth_store VALUES (?, '1', ${tomorrow})`,
  );
  for (let i = 0; i < tokens; i++) {
    token.run(`user${i}@example.com`, toToken(-1 - i));
    mark.run(`mark ${i}`);
  }
}

/** The bytes of the whole file: SQLite counts them by table only if it is built to. */
function countBytes(db: DatabaseSync): number {
  const pages = Number(db.prepare("PRAGMA page_count").get()?.page_count);
  return pages * Number(db.prepare("PRAGMA page_size").get()?.page_size);
}
