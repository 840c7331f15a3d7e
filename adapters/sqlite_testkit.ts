/**
 * For tests only: SQLite of Node behind the interfaces of other packages.
 *
 * @module
 */

import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { SqliteDatabase } from "@latchkey/auth/adapters/sqlite";

/** Refuses values that not every driver can bind. */
export function toInputs(params: readonly unknown[]): SQLInputValue[] {
  for (const value of params) {
    const isFine = value === null ||
      ["string", "number"].includes(typeof value);
    if (!isFine) throw new TypeError(`cannot bind ${String(value)}`);
  }
  return params as SQLInputValue[];
}

/**
 * Mimics `better-sqlite3`, which runs a statement only by the method that fits
 * its result.
 */
export function likeBetterSqlite(db: DatabaseSync): SqliteDatabase {
  const database = {
    prepare: (text: string) => {
      const isReader = /^(?:SELECT|PRAGMA)\b|\bRETURNING\b/.test(text);
      const statement = db.prepare(text);
      return {
        all: (...params: unknown[]) => {
          if (!isReader) throw new TypeError("does not return data: use run()");
          return statement.all(...toInputs(params));
        },
        run: (...params: unknown[]) => {
          if (isReader) throw new TypeError("returns data: use all()");
          return statement.run(...toInputs(params));
        },
      };
    },
    exec: (text: string) => {
      db.exec(text);
      return database;
    },
  };
  return database;
}

/**
 * Mimics `bun:sqlite`, which can return whole numbers as bigint, and whose
 * `run` returns nothing in older versions.
 */
export function likeBun(db: DatabaseSync): SqliteDatabase {
  return {
    prepare: (text: string) => {
      const statement = db.prepare(text);
      statement.setReadBigInts(true);
      return {
        all: (...params: unknown[]) => statement.all(...toInputs(params)),
        run: (...params: unknown[]) => {
          statement.run(...toInputs(params));
        },
      };
    },
    exec: (text: string) => db.exec(text),
  };
}

/** Stores expired sessions and mail links, the given number of each. */
export function addExpired(
  db: DatabaseSync,
  { userId, rows, now }: { userId: string; rows: number; now: number },
): void {
  const numbers = `WITH RECURSIVE n(i) AS ` +
    `(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) `;
  db.prepare(
    `INSERT INTO auth_sessions ("sessionToken", "userId", "expires") ` +
      `${numbers} SELECT 'expired ' || i, ?, ? - i FROM n`,
  ).run(userId, now);
  db.prepare(
    `INSERT INTO auth_verification_tokens ("identifier", "token", "expires") ` +
      `${numbers} SELECT 'expired ' || i, 'token', ? - i FROM n`,
  ).run(now);
}
