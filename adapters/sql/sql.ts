import type { Awaitable } from "../../core/model/model.ts";
import type { Tables } from "./tables.ts";

/**
 * A parameter of a statement; each database maps dates and booleans to its own
 * types.
 */
export type SqlValue = string | number | boolean | Date | null;

/** A row of a result; columns are named like the fields of the records. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs statements, which is the only difference between databases for most
 * methods. Parameters are `$1`, `$2` and so on.
 */
export interface Sql {
  readonly tables: Tables;
  /**
   * A clause that makes a SELECT wait for, or skip, rows that other
   * transactions are changing; empty for a database with a single writer.
   */
  readonly lock: string;
  readonly skipLocked: string;
  /** Runs a statement that returns rows. */
  read<T>(
    text: string,
    params: readonly SqlValue[],
    convert: (rows: readonly Row[]) => T,
  ): Awaitable<T>;
  /** Runs a statement that returns none. */
  write(text: string, params: readonly SqlValue[]): Awaitable<void>;
}

/** A record's fields, some of which may be omitted. */
export type Values<Column extends string> = {
  readonly [Name in Column]?: SqlValue | undefined;
};

/** The parameters of {@link insertInto}; an omitted field becomes NULL. */
export function toParams<Column extends string>(
  columns: readonly Column[],
  values: Values<Column>,
): SqlValue[] {
  return columns.map((column) => values[column] ?? null);
}

/** Returns the `INSERT` of one row, with parameters counted from `first`. */
export function insertInto(
  table: string,
  columns: readonly string[],
  first = 1,
): string {
  const places = columns.map((_, index) => `$${first + index}`);
  return `INSERT INTO ${table} (${list(columns)}) ` +
    `VALUES (${places.join(", ")})`;
}

/**
 * Returns the `SET` of an update that changes only the given fields, with
 * parameters counted from `first`.
 */
export function assign<Column extends string>(
  columns: readonly Column[],
  values: Values<Column>,
  first: number,
): { set: string; params: SqlValue[] } {
  const given = columns.filter((column) => values[column] !== undefined);
  const set = given.map((column, index) =>
    `${quote(column)} = $${first + index}`
  );
  return { set: set.join(", "), params: toParams(given, values) };
}

/**
 * Returns column names for a statement. Never `*`: the application may have
 * added columns, under names that another table has too.
 */
export function list(columns: readonly string[], table?: string): string {
  const from = table === undefined ? "" : `${table}.`;
  return columns.map((column) => from + quote(column)).join(", ");
}

function quote(column: string): string {
  return `"${column}"`;
}
