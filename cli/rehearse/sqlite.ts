/**
 * Databases of SQLite.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import type { Database, Row, Source } from "./library.ts";

/**
 * Opens the file of a database, to read only.
 *
 * @throws Error if it is none
 */
export async function openSqlite(path: string): Promise<Source> {
  const sqlite = await import("node:sqlite");
  const toUnreadable = ({ message }: Error) =>
    new Error(`${path} cannot be read as SQLite: ${message}`);
  const open = () => {
    try {
      const db = new sqlite.DatabaseSync(path, { readOnly: true });
      // The file is only read by a statement.
      db.prepare("SELECT 1 FROM sqlite_schema").all();
      return db;
    } catch (error) {
      throw toUnreadable(Object(error));
    }
  };
  const db = open();
  const source = toDatabase(db);
  // It copies also while the database is in use.
  const copy = (file: string) => {
    db.prepare("VACUUM INTO ?").run(file);
    return toDatabase(new sqlite.DatabaseSync(file));
  };
  return {
    ...source,
    hasTable: async (name) => {
      const text = "SELECT 1 FROM sqlite_schema WHERE name = $1";
      return (await source.read(text, name)).length > 0;
    },
    copy: (folder) =>
      Promise.resolve([
        copy(join(folder, "old.sqlite")),
        copy(join(folder, "new.sqlite")),
      ]),
  };
}

function toDatabase(db: DatabaseSync): Database {
  return {
    client: db,
    read: (text, ...values) => {
      const statement = db.prepare(text.replace("$1", "?"));
      return Promise.resolve(statement.all(...values as string[]) as Row[]);
    },
    close: () => Promise.resolve(db.close()),
  };
}
