/**
 * PGlite: PostgreSQL in this process, with its files in a folder.
 *
 * @module
 */

import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Database, Row } from "./library.ts";
import { install } from "./versions.ts";

const PACKAGE = "@electric-sql/pglite";
/** The version that is installed if the application has none. */
const VERSION = "0.5";

/** A `PGlite`, as far as it is used. */
interface Pglite {
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  close(): Promise<void>;
}

interface Module {
  readonly PGlite: {
    create(options: object): Promise<Pglite>;
  };
}

/**
 * Returns a function that opens a database in a folder.
 *
 * @param config the module of the configuration, beside which it is looked for
 * @param searchPath the schemas in which tables are looked for
 */
export async function loadPglite(
  config: string,
  searchPath: string,
): Promise<(folder: string) => Promise<Database>> {
  const { PGlite } = load(pathToFileURL(resolve(config)).href) ??
    await installPglite();
  return async (dataDir) => {
    const db = await PGlite.create({
      dataDir,
      relaxedDurability: true,
      // As `pg` reads int8.
      parsers: { 20: (text: string) => text },
    });
    const path = "SELECT set_config('search_path', $1, false)";
    await db.query(path, [searchPath]);
    return {
      client: db,
      read: async (text, ...values) => (await db.query(text, values)).rows,
      close: () => db.close(),
    };
  };
}

function load(place: string): Module | null {
  try {
    return createRequire(place)(PACKAGE);
  } catch {
    return null;
  }
}

async function installPglite(): Promise<Module> {
  const folder = await install(`${PACKAGE}@${VERSION}`);
  const found = load(pathToFileURL(join(folder, "any.js")).href);
  if (found === null) throw new Error(`${PACKAGE} cannot be loaded.`);
  return found;
}
