/**
 * SQLite databases in memory, and their contents as JSON.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import type { Library } from "./library.ts";
import type { MapName, Place } from "./place.ts";

/** A database: its statements, and the rows of each table. */
export interface Dump {
  readonly schema: readonly string[];
  readonly rows: Readonly<Record<string, readonly Row[]>>;
}

/** In PostgreSQL, a row is an object. */
type Row = readonly Value[] | Readonly<Record<string, unknown>>;
type Value = string | number | null;

/** Opens a database in memory; `foreign` has the statements of another library. */
export function openSqlite(
  { sqlite, tables: maps }: Library,
  { map, foreign, found }: {
    readonly map: MapName | undefined;
    readonly foreign: string;
    readonly found: Dump | null;
  },
): Place {
  const db = new DatabaseSync(":memory:");
  if (found === null) db.exec(foreign);
  else restore(db, found);
  const tables = map && maps[map];
  return {
    start: () => {
      sqlite.migrateSqlite(db, { tables });
      return Promise.resolve({
        adapter: sqlite.createSqliteAdapter(db, { tables }),
        store: sqlite.createSqliteStore(db, { tables }),
      });
    },
    dump: () => Promise.resolve(dump(db)),
    close: () => Promise.resolve(db.close()),
  };
}

/** Reads everything that a database has. */
export function dump(db: DatabaseSync): Dump {
  const found = db.prepare(
    `SELECT type, name, sql FROM sqlite_schema
     WHERE sql IS NOT NULL ORDER BY type <> 'table', name`,
  ).all();
  const tables = found.filter(({ type }) => type === "table");
  const rows = tables.map(({ name }) => [
    name,
    db.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`).all().map(toRow),
  ]);
  return {
    schema: found.map(({ sql }) => String(sql)),
    rows: Object.fromEntries(rows),
  };
}

function toRow(record: Readonly<Record<string, unknown>>): Row {
  return Object.values(record).map((value) => {
    if (value === null || typeof value === "string") return value;
    if (typeof value === "number") return value;
    throw new TypeError(`JSON has no place for ${typeof value} in a row`);
  });
}

/** Fills an empty database. */
export function restore(db: DatabaseSync, { schema, rows }: Dump): void {
  // Rows may come before those that they refer to.
  db.exec("PRAGMA foreign_keys = OFF");
  for (const statement of schema) db.exec(statement);
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all.filter(isList)) {
      const places = row.map(() => "?").join(", ");
      db.prepare(`INSERT INTO "${table}" VALUES (${places})`).run(...row);
    }
  }
  db.exec("PRAGMA foreign_keys = ON");
}

function isList(row: Row): row is readonly Value[] {
  return Array.isArray(row);
}
