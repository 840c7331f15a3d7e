import type { Row, Sql, SqlValue } from "../sql/sql.ts";
import type { Tables } from "../sql/tables.ts";

type SqliteValue = string | number | null;

/**
 * The parts of a prepared statement that are used. Parameters are texts,
 * numbers and null.
 */
export interface SqliteStatement {
  /** Runs a statement that returns rows. */
  all(...params: unknown[]): unknown[];
  /** Runs a statement that returns none. */
  run(...params: unknown[]): unknown;
}

/**
 * The parts of an open SQLite database that are used: a `DatabaseSync` of
 * `node:sqlite`, a `Database` of `better-sqlite3` or one of `bun:sqlite`.
 */
export interface SqliteDatabase {
  /** Prepares a statement for repeated use. */
  prepare(sql: string): SqliteStatement;
  /** Runs statements without parameters. */
  exec(sql: string): unknown;
}

/** The synchronous form of {@link Sql}. */
export interface SqliteSql extends Sql {
  read<T>(
    text: string,
    params: readonly SqlValue[],
    convert: (rows: readonly Row[]) => T,
  ): T;
  write(text: string, params: readonly SqlValue[]): void;
  /** Runs work as one atomic step. */
  transact<T>(work: () => T): T;
  /** Runs work in a transaction while no other connection writes. */
  lockAndRun<T>(work: () => T): T;
}

/** The time that a migration waits for another one, in milliseconds. */
const PATIENCE = 5000;

/**
 * Wraps a driver; the only code that differs between drivers. `all` is used for
 * statements that return rows and `run` for others, because `better-sqlite3`
 * insists; the results of `run`, and of `get` without a row, differ between
 * drivers and are not used.
 */
export function openSqlite(db: SqliteDatabase, tables: Tables): SqliteSql {
  const prepared = new Map<string, (params: readonly SqlValue[]) => Bound>();
  const bind = (text: string, params: readonly SqlValue[]): Bound => {
    const known = prepared.get(text) ?? prepare(db, text);
    prepared.set(text, known);
    return known(params);
  };
  const read: SqliteSql["read"] = (text, params, convert) => {
    const { statement, values } = bind(text, params);
    return convert(statement.all(...values) as Row[]);
  };
  return {
    tables,
    lock: "",
    skipLocked: "",
    rowPlace: null,
    findTable: 'SELECT 1 AS "one" FROM pragma_table_info($1) LIMIT 1',
    mergeJson,
    read,
    // SQLite has one plan, whatever the parameters are.
    readPlanned: read,
    write: (text, params) => {
      const { statement, values } = bind(text, params);
      statement.run(...values);
    },
    transact: (work) => transact(db, work),
    lockAndRun: (work) => lockAndRun(db, work),
  };
}

/** The names are those of fields, whose characters have been checked. */
function mergeJson(
  column: string,
  place: string,
  names: readonly string[],
): string {
  const members = names
    .map((name) => `, '$.${name}', json(${place} -> '$.${name}')`).join("");
  return `json_set(COALESCE(${column}, '{}')${members})`;
}

interface Bound {
  readonly statement: SqliteStatement;
  readonly values: SqliteValue[];
}

/**
 * Prepares a statement with plain parameters, which all drivers bind alike,
 * unlike numbered ones.
 */
function prepare(db: SqliteDatabase, text: string) {
  const order: number[] = [];
  const plain = text.replace(/\$(\d+)/g, (_, place: string) => {
    order.push(Number(place) - 1);
    return "?";
  });
  const statement = db.prepare(plain);
  return (params: readonly SqlValue[]): Bound => ({
    statement,
    values: order.map((index) => toSqlite(params[index] ?? null)),
  });
}

function toSqlite(value: SqlValue): SqliteValue {
  if (value instanceof Date) return value.getTime();
  return typeof value === "boolean" ? Number(value) : value;
}

/**
 * Runs work in a savepoint instead of BEGIN: the application may be inside a
 * transaction on the same connection. Work begins with a write, so that it
 * waits for the lock as long as the connection's busy timeout says.
 */
function transact<T>(db: SqliteDatabase, work: () => T): T {
  db.exec("SAVEPOINT auth");
  try {
    const result = work();
    db.exec("RELEASE auth");
    return result;
  } catch (error) {
    tryExec(db, "ROLLBACK TO auth; RELEASE auth");
    throw error;
  }
}

/**
 * Runs a statement and ignores errors: after some errors SQLite has already
 * rolled back, and the first error is the one to report.
 */
function tryExec(db: SqliteDatabase, text: string): void {
  try {
    db.exec(text);
  } catch {
    return;
  }
}

function lockAndRun<T>(db: SqliteDatabase, work: () => T): T {
  const [row] = db.prepare("PRAGMA busy_timeout").all() as Row[];
  const patience = Number(row?.timeout ?? 0);
  db.exec(`PRAGMA busy_timeout = ${Math.max(patience, PATIENCE)}`);
  try {
    db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      db.exec("COMMIT");
      return result;
    } catch (error) {
      tryExec(db, "ROLLBACK");
      throw error;
    }
  } finally {
    db.exec(`PRAGMA busy_timeout = ${patience}`);
  }
}
