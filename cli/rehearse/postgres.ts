/**
 * Databases of PostgreSQL: one transaction that may only read, and copies in
 * PGlite, which is PostgreSQL in this process.
 *
 * @module
 */

import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import type { Database, Row, Source } from "./library.ts";
import { loadPglite } from "./pglite.ts";
import { copyTable, finishTables, readTable } from "./postgres_tables.ts";
import { quoteName } from "./tables.ts";

/** A `Client` of `pg`, as far as it is used. */
interface Client {
  connect(): Promise<void>;
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  on(name: "error", listener: () => void): void;
  end(): Promise<void>;
}

/** Seconds that a connection may take, unless `PGCONNECT_TIMEOUT` says otherwise. */
const CONNECT = 10;
/** Milliseconds that a statement may take. */
const PATIENCE = 60_000;

/**
 * Connects to a database, and begins the transaction.
 *
 * @param connectionString the URL
 * @param config the module of the configuration, beside which `pg` is looked for
 * @throws Error that has no password, if it cannot be read
 */
export async function openPostgres(
  connectionString: string,
  config: string,
): Promise<Source> {
  const client = createClient(connectionString, config);
  const run = async (text: string, values: unknown[] = []) => {
    try {
      return (await client.query(text, values)).rows;
    } catch (error) {
      throw toUnreadable(error);
    }
  };
  await client.connect().catch((error) => {
    throw toUnreadable(error);
  });
  await run("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
  // A policy would hide users; with this, it is an error.
  await run("SET LOCAL row_security = off");
  const read: Database["read"] = (text, ...values) => run(text, values);
  const database = { client, read, close: () => client.end() };
  return {
    ...database,
    hasTable: async (name) => {
      const text = "SELECT 1 WHERE to_regclass($1) IS NOT NULL";
      return (await read(text, quoteName(name))).length > 0;
    },
    copy: async (folder, tables) =>
      await copy(database, { folder, tables, config }),
  };
}

function createClient(connectionString: string, config: string): Client {
  const seconds = Number(process.env["PGCONNECT_TIMEOUT"] || CONNECT);
  const Client = loadDriver(config);
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: seconds * 1000,
    query_timeout: PATIENCE,
    application_name: "latchkey rehearse",
  });
  // A connection that ends is an error of its next statement, too.
  client.on("error", () => {});
  return client;
}

function loadDriver(config: string): new (options: object) => Client {
  try {
    return createRequire(pathToFileURL(resolve(config)))("pg").Client;
  } catch {
    throw new Error(
      `pg was not found beside ${config}. PostgreSQL is read with it, whichever driver the application has: npm install --save-dev pg`,
    );
  }
}

/** Sentences that say what helps, by the code of the error. */
const HINTS: Readonly<Record<string, string>> = {
  "28P01": "Check the user and the password in --database.",
  "28000": "Check the user in --database, and how the server lets it in.",
  "3D000": "Check the name of the database in --database.",
  "42501":
    "The user in --database needs SELECT on all tables of the sign-in, and no policy may hide their rows.",
};

/** Says why the database cannot be read. The driver's messages have no password. */
function toUnreadable(error: unknown): Error {
  // Node tries each address of a name.
  const { message, code } = Object(Object(error).errors?.[0] ?? error);
  const isOfServer = /^[0-9A-Z]{5}$/.test(String(code));
  const end = HINTS[code] ??
    (isOfServer ? "" : "Check host, port and password in --database.");
  return new Error(`PostgreSQL cannot be read: ${message}. ${end}`.trim());
}

/** Fills one copy, and copies its files for the other. */
async function copy(
  { read }: Pick<Source, "read">,
  { folder, tables, config }: {
    readonly folder: string;
    readonly tables: ReadonlySet<string>;
    readonly config: string;
  },
): Promise<readonly [Database, Database]> {
  const [row] = await read("SHOW search_path");
  const found = [];
  for (const name of tables) {
    const table = await readTable(read, name);
    if (table !== null) found.push(table);
  }
  const open = await loadPglite(config, String(row?.["search_path"]));
  const [old, next] = [join(folder, "old"), join(folder, "new")];
  const first = await open(old);
  for (const table of found) await copyTable(read, first, table);
  await finishTables(first, found);
  await first.close();
  await cp(old, next, { recursive: true });
  return [await open(old), await open(next)];
}
