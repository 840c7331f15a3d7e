/**
 * Signs every shape of account in with two versions of the library.
 *
 * @module
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database, Library, TableOptions } from "./library.ts";
import type { RehearseOptions } from "./options.ts";
import { type Finding, type Report, toVerdict } from "./report.ts";
import { readShapes, type Shape } from "./shapes.ts";
import { createStage, type Stage } from "./stage.ts";
import { installOld, loadVersions, type Version } from "./versions.ts";
import { listWays, type Outcome, type Way } from "./ways.ts";

/**
 * Rehearses an upgrade on copies of a database.
 *
 * @throws Error if a version, the configuration or the database cannot be loaded
 */
export async function rehearse(options: RehearseOptions): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-copy-"));
  try {
    const versions = await loadVersions(
      options.config,
      await installOld(options.old),
    );
    const copy = (name: string) =>
      copyDatabase(options.database, join(folder, name));
    const [db, next] = [await copy("old.sqlite"), await copy("new.sqlite")];
    const report = await compare(options, {
      old: { version: versions.old, db },
      new: { version: versions.new, db: next },
    });
    db.close();
    next.close();
    return report;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Copies a database without writing to it, also while it is in use. */
async function copyDatabase(path: string, copy: string): Promise<Database> {
  const sqlite = await import("node:sqlite");
  try {
    const source = new sqlite.DatabaseSync(path, { readOnly: true });
    source.prepare("VACUUM INTO ?").run(copy);
    source.close();
  } catch (error) {
    const { message } = Object(error);
    throw new Error(`${path} cannot be read as SQLite: ${message}`);
  }
  return new sqlite.DatabaseSync(copy) as unknown as Database;
}

interface Side {
  readonly version: Version;
  readonly db: Database;
}

async function compare(
  { tables, prefix, ids }: RehearseOptions,
  sides: { readonly old: Side; readonly new: Side },
): Promise<Report> {
  const toOptions = ({ version, db }: Side): TableOptions => ({
    tables: version.tables ??
      findTables(version.library, { tables, prefix, db }),
    prefix,
  });
  const stages = { old: toOptions(sides.old), new: toOptions(sides.new) };
  migrate(sides.old, stages.old);
  const old = createStage(sides.old.version, sides.old.db, stages.old);
  const shapes = await readShapes(old.adapter, sides.old.db, stages.old);
  const report = {
    old: sides.old.version.library.version,
    new: sides.new.version.library.version,
    users: shapes.reduce((sum, shape) => sum + shape.ids.length, 0),
    shapes: shapes.length,
  };
  const migration = migrate(sides.new, stages.new);
  if (migration.length > 0) return { ...report, migration, findings: [] };
  const now = createStage(sides.new.version, sides.new.db, stages.new);
  const findings: Finding[] = [];
  for (const shape of shapes) {
    findings.push(...await tryShape(shape, { old, new: now }, ids));
  }
  return { ...report, migration, findings };
}

/** Migrates a copy; returns why that failed. */
function migrate({ version, db }: Side, options: TableOptions): string[] {
  try {
    // Rows that contradict a key are no problem here: the key is left out.
    version.library.migrate(db, options);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

async function tryShape(
  { name, member, ids }: Shape,
  stages: { readonly old: Stage; readonly new: Stage },
  showsIds: boolean,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const way of listWays(member)) {
    const before = await go(way, stages.old);
    const after = await go(way, stages.new);
    findings.push({
      ...{ shape: name, way: way.name, users: ids.length },
      ...{ old: before.seen, new: after.seen },
      verdict: toVerdict(before, after),
      ...showsIds ? { ids } : {},
    });
  }
  return findings;
}

async function go(way: Way, stage: Stage): Promise<Outcome> {
  try {
    return await way.go(stage);
  } catch (error) {
    const { name, message } = Object(error);
    return { works: false, seen: `${name}: ${String(message).split("\n")[0]}` };
  }
}

/** The maps of tables in SQLite, in the order in which they are tried. */
const MAPS = [
  "drizzleSqliteTables",
  "kyselySqliteTables",
  "betterAuthSqliteTables",
];

/** Finds the map that fits a database; undefined: it has our own tables. */
function findTables(
  library: Library,
  { tables, prefix, db }: {
    readonly tables: string | null;
    readonly prefix: string;
    readonly db: Database;
  },
): TableOptions["tables"] {
  if (tables !== null) {
    const found = library.maps[tables];
    if (found !== undefined) return found;
    throw new Error(`There is no map ${tables}: ${MAPS.join(", ")}.`);
  }
  const text = "SELECT name FROM sqlite_schema WHERE name = ?";
  if (db.prepare(text).all(`${prefix}users`).length > 0) return undefined;
  const name = MAPS.find((one) => fits(library, one, db));
  if (name !== undefined) return library.maps[name];
  throw new Error(
    `The database has no table ${prefix}users, and none of the maps fits it. Export your map as \`tables\` from the module of the configuration.`,
  );
}

function fits(library: Library, name: string, db: Database): boolean {
  const tables = library.maps[name];
  if (tables === undefined) return false;
  try {
    library.migrate(db, { tables, dryRun: true });
    return true;
  } catch {
    return false;
  }
}
