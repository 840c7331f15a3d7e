/**
 * The tables of the application.
 *
 * @module
 */

import type {
  DatabaseKind,
  Library,
  Source,
  TableOptions,
  Tables,
} from "./library.ts";

/** The maps of tables, in the order in which they are tried. */
const MAPS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  sqlite: [
    "drizzleSqliteTables",
    "kyselySqliteTables",
    "betterAuthSqliteTables",
  ],
  postgres: [
    "drizzleTables",
    "prismaTables",
    "kyselyTables",
    "pgTables",
    "typeormTables",
    "betterAuthTables",
  ],
};

/** What is known about the tables. */
interface Wish {
  /** The name of a map; null: the one that fits. */
  readonly tables: string | null;
  readonly prefix: string;
  readonly kind: DatabaseKind;
}

/**
 * Finds the map that fits a database; undefined: it has our own tables.
 *
 * @throws Error if none fits
 */
export async function findTables(
  library: Library,
  source: Source,
  { tables, prefix, kind }: Wish,
): Promise<Tables | undefined> {
  const names = MAPS[kind];
  if (tables !== null) {
    const found = library.maps[tables];
    if (found !== undefined) return found;
    throw new Error(`There is no map ${tables}: ${names.join(", ")}.`);
  }
  if (await source.hasTable(`${prefix}users`)) return undefined;
  for (const name of names) {
    const found = library.maps[name];
    if (found === undefined) continue;
    if (await fits(library, source, found)) return found;
  }
  throw new Error(
    `The database has no table ${prefix}users, and none of the maps fits it. Export your map as \`tables\` from the module of the configuration.`,
  );
}

async function fits(
  library: Library,
  { client }: Source,
  tables: Tables,
): Promise<boolean> {
  try {
    await library.migrate(client, { tables, dryRun: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Our own tables, without the prefix. */
const OWN = [
  "users",
  "accounts",
  "sessions",
  "verification_tokens",
  "authenticators",
  "secrets",
  "audit",
  "store",
];

/** Lists the names of the tables that a version uses if they exist. */
export function listTables(
  { tables, prefix = "" }: TableOptions,
): string[] {
  const mapped = Object.values(tables ?? {})
    .map((one) => typeof one === "object" ? one.name : undefined);
  return [tables?.store, ...mapped, ...OWN.map((name) => `${prefix}${name}`)]
    .filter((name) => name !== undefined);
}

/** Returns a name of a table, which may have that of a schema, for statements. */
export function quoteName(name: string): string {
  return name.split(".").map((part) => `"${part}"`).join(".");
}
