import type {
  PgClient,
  PostgresJsClient,
} from "../../adapters/postgres/handle.ts";
import type { SqliteDatabase } from "../../adapters/sqlite/handle.ts";
import type { Awaitable } from "../../core/model/model.ts";
import type { BetterAuthRecords } from "./records.ts";

/** Finds sessions in the tables of Better Auth. */
export interface BetterAuthDatabase {
  /** Finds a session by its token, and its user; null if there is none. */
  findSession(token: string): Awaitable<BetterAuthRecords | null | undefined>;
  /**
   * Removes a session at a sign-out. Without it, a copy of the old cookie is
   * refused here but still good for the old application.
   */
  deleteSession?(token: string): Awaitable<unknown>;
}

/**
 * An open database: a `Pool` or `Client` of `pg`, the function of `postgres`, or
 * a database of `node:sqlite`, `better-sqlite3` or `bun:sqlite`.
 */
export type BetterAuthClient = PgClient | PostgresJsClient | SqliteDatabase;

/** The names of a table and its columns, as in the old configuration. */
export interface BetterAuthTable {
  /** The name of the table; with its schema as `schema.table`. */
  readonly modelName?: string | undefined;
  /** The names of columns, by Better Auth's names of the fields. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** The two tables that are read. */
export interface BetterAuthTables {
  /** The old `session`: names of its table and columns. Default: as Better Auth's. */
  readonly session?: BetterAuthTable | undefined;
  /** The old `user`: names of its table and columns. Default: as Better Auth's. */
  readonly user?: BetterAuthTable | undefined;
}

/** Returns a database as the bridge uses it. */
export function toDatabase(
  database: BetterAuthDatabase | BetterAuthClient,
  { session, user }: BetterAuthTables,
): BetterAuthDatabase {
  if ("findSession" in database) return database;
  const run = toRun(database);
  const sessions = createTable(run, { modelName: "session", ...session });
  const users = createTable(run, { modelName: "user", ...user });
  return {
    findSession: async (token) => {
      const found = await sessions.find("token", token);
      const owner = found && await users.find("id", found.userId);
      return owner && { session: found, user: owner };
    },
    deleteSession: (token) => sessions.delete("token", token),
  };
}

type Row = Readonly<Record<string, unknown>>;

/** Runs a statement in which `?` stands for its only parameter. */
type Run = (statement: string, value: unknown) => Awaitable<readonly Row[]>;

function toRun(client: BetterAuthClient): Run {
  if ("prepare" in client) {
    return (text, value) => client.prepare(text).all(value) as Row[];
  }
  if ("unsafe" in client) {
    return async (text, value) =>
      await client.unsafe(text.replace("?", "$1"), [value]) as readonly Row[];
  }
  return async (text, value) =>
    (await client.query(text.replace("?", "$1"), [value])).rows as Row[];
}

function createTable(
  run: Run,
  { modelName = "", fields = {} }: BetterAuthTable,
) {
  const table = modelName.split(".").map(quote).join(".");
  const where = (field: string) => `WHERE ${quote(fields[field] ?? field)} = ?`;
  return {
    find: async (field: string, value: unknown): Promise<Row | null> => {
      const [row] = await run(`SELECT * FROM ${table} ${where(field)}`, value);
      return row === undefined ? null : rename(row, fields);
    },
    // RETURNING, because some drivers run a statement by what it returns.
    delete: (field: string, value: unknown) =>
      run(`DELETE FROM ${table} ${where(field)} RETURNING 1`, value),
  };
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Gives columns the names of their fields. */
function rename(row: Row, fields: Readonly<Record<string, string>>): Row {
  const renamed = Object.entries(fields)
    .filter(([, column]) => column in row)
    .map(([field, column]) => [field, row[column]]);
  const columns = new Set(Object.values(fields));
  const others = Object.entries(row).filter(([name]) => !columns.has(name));
  return Object.fromEntries([...others, ...renamed]);
}
