/**
 * Migrates a database with the library and the driver of an application.
 *
 * @module
 */

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** What a migration did, or would do. */
export interface Migration {
  readonly statements: readonly string[];
  /** Rows that contradict a unique key, which is left out. */
  readonly problems: readonly {
    readonly message: string;
    readonly ids: readonly (readonly string[])[];
  }[];
}

/** What is migrated. */
export interface MigrationCall {
  /** The file of an SQLite database, or a URL. */
  readonly database: string;
  readonly apply: boolean;
  /** The name of a map, or a module that exports one. */
  readonly tables?: string | undefined;
  readonly prefix?: string | undefined;
  /** The folder of the application; default: the current one. */
  readonly folder?: string;
}

/**
 * Migrates a database, or says what it would do.
 *
 * @throws Error if the library, the driver or the database is not there, or the
 * map does not fit
 */
export async function migrateTables(call: MigrationCall): Promise<Migration> {
  const { database, apply, prefix, folder = "." } = call;
  const here = createRequire(pathToFileURL(resolve(folder, "any.js")));
  const load = async (name: string) => {
    try {
      return await import(pathToFileURL(here.resolve(name)).href);
    } catch {
      throw new Error(
        `${name} was not found: run it in the folder of the application, where it is installed.`,
      );
    }
  };
  const tables = await findTables(call, load);
  const options = { tables, prefix, dryRun: !apply };
  return /^postgres(?:ql)?:/.test(database)
    ? await migratePostgres(database, options, load)
    : await migrateSqlite(resolve(folder, database), options, load);
}

type Load = (name: string) => Promise<Readonly<Record<string, unknown>>>;
type Options = Readonly<Record<"tables" | "prefix" | "dryRun", unknown>>;
type Migrate = (client: unknown, options: Options) => Promise<Migration>;

async function findTables(
  { tables: name, folder = "." }: MigrationCall,
  load: Load,
): Promise<unknown> {
  if (name === undefined) return undefined;
  const isFile = /\.[cm]?[jt]s$/.test(name);
  const found = isFile
    ? (await import(pathToFileURL(resolve(folder, name)).href)).tables
    : (await load("@latchkey/auth/adapters/tables"))[name];
  if (typeof found === "object" && found !== null) return found;
  throw new Error(
    isFile ? `${name} exports no \`tables\`.` : `There is no map ${name}.`,
  );
}

async function migratePostgres(
  connectionString: string,
  options: Options,
  load: Load,
): Promise<Migration> {
  const { migratePostgres } = await load("@latchkey/auth/adapters/postgres");
  const { default: pg } = await load("pg");
  const client = new (Object(pg).Client)({ connectionString });
  await client.connect();
  try {
    return await (migratePostgres as Migrate)(client, options);
  } finally {
    await client.end();
  }
}

async function migrateSqlite(
  file: string,
  options: Options,
  load: Load,
): Promise<Migration> {
  const { migrateSqlite } = await load("@latchkey/auth/adapters/sqlite");
  const { DatabaseSync } = await import("node:sqlite");
  const readOnly = options.dryRun === true;
  const db = new DatabaseSync(file, { readOnly });
  try {
    return await (migrateSqlite as Migrate)(db, options);
  } finally {
    db.close();
  }
}
