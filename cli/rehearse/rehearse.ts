/**
 * Signs every shape of account in with two versions of the library.
 *
 * @module
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database, Source, TableOptions } from "./library.ts";
import { type RehearseOptions, toKind } from "./options.ts";
import { openPostgres } from "./postgres.ts";
import { type Finding, type Report, toVerdict } from "./report.ts";
import { readShapes, type Shape } from "./shapes.ts";
import { openSqlite } from "./sqlite.ts";
import { createStage, type Stage } from "./stage.ts";
import { findTables, listTables } from "./tables.ts";
import { installOld, loadVersions, type Version } from "./versions.ts";
import { listWays, type Outcome, type Way } from "./ways.ts";

/**
 * Rehearses an upgrade on copies of a database.
 *
 * @throws Error if a version, the configuration or the database cannot be loaded
 */
export async function rehearse(options: RehearseOptions): Promise<Report> {
  const { config, database } = options;
  const kind = toKind(database);
  const versions = await loadVersions(config, {
    folder: await installOld(options.old),
    kind,
  });
  const folder = await mkdtemp(join(tmpdir(), "latchkey-copy-"));
  try {
    const source = kind === "postgres"
      ? await openPostgres(database, config)
      : await openSqlite(database);
    const sides = await copySides(source, { folder, options, versions })
      .finally(() => source.close());
    const report = await compare(sides, options.ids);
    await sides.old.db.close();
    await sides.new.db.close();
    return report;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A version on its copy. */
interface Side {
  readonly version: Version;
  readonly db: Database;
  readonly tables: TableOptions;
}

interface Sides<T> {
  readonly old: T;
  readonly new: T;
}

async function copySides(
  source: Source,
  { folder, options, versions }: {
    readonly folder: string;
    readonly options: RehearseOptions;
    readonly versions: Sides<Version>;
  },
): Promise<Sides<Side>> {
  const { prefix, tables } = options;
  const kind = toKind(options.database);
  const find = async ({ tables: exported, library }: Version) => ({
    tables: exported ??
      await findTables(library, source, { tables, prefix, kind }),
    prefix,
  });
  const before = await find(versions.old);
  const after = await find(versions.new);
  const names = new Set([...listTables(before), ...listTables(after)]);
  const [db, next] = await source.copy(folder, names);
  return {
    old: { version: versions.old, db, tables: before },
    new: { version: versions.new, db: next, tables: after },
  };
}

async function compare(
  sides: Sides<Side>,
  keepsIds: boolean,
): Promise<Report> {
  await migrate(sides.old);
  const old = createStage(sides.old.version, sides.old.db, sides.old.tables);
  const options = { ...sides.old.tables, keepsIds };
  const shapes = await readShapes(old.adapter, sides.old.db, options);
  const report = {
    old: sides.old.version.library.version,
    new: sides.new.version.library.version,
    users: shapes.reduce((sum, { users }) => sum + users, 0),
    shapes: shapes.length,
  };
  const migration = await migrate(sides.new);
  if (migration.length > 0) return { ...report, migration, findings: [] };
  const now = createStage(sides.new.version, sides.new.db, sides.new.tables);
  const findings: Finding[] = [];
  for (const shape of shapes) {
    findings.push(...await tryShape(shape, { old, new: now }, keepsIds));
  }
  return { ...report, migration, findings };
}

/** Migrates a copy; returns why that failed. */
async function migrate({ version, db, tables }: Side): Promise<string[]> {
  try {
    // Rows that contradict a key are no problem here: the key is left out.
    await version.library.migrate(db.client, tables);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

async function tryShape(
  { name, member, users, ids }: Shape,
  stages: Sides<Stage>,
  showsIds: boolean,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const way of listWays(member)) {
    const before = await go(way, stages.old);
    const after = await go(way, stages.new);
    findings.push({
      ...{ shape: name, way: way.name, users },
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
