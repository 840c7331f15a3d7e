import type { Awaitable } from "../../core/model/model.ts";
import type { Tables } from "./tables.ts";

/** What a statement takes; each database makes of a date and of a yes or no what it has for them. */
export type SqlValue = string | number | boolean | Date | null;

/** What a statement gives; columns are named as the fields of the records. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * The one thing in which databases differ for most methods: how a statement is
 * run. Parameters are `$1`, `$2` and so on.
 */
export interface Sql {
  readonly tables: Tables;
  /** What makes a SELECT wait for, or pass over, rows that others are changing; empty where there is one writer. */
  readonly lock: string;
  readonly skipLocked: string;
  /** Runs a statement that gives rows. */
  read<T>(
    text: string,
    params: readonly SqlValue[],
    convert: (rows: readonly Row[]) => T,
  ): Awaitable<T>;
  /** Runs a statement that gives none. */
  write(text: string, params: readonly SqlValue[]): Awaitable<void>;
}

/** A record's fields, of which some may be left out. */
export type Values<Column extends string> = {
  readonly [Name in Column]?: SqlValue | undefined;
};

/** The parameters of {@link insertInto}; a field that is left out becomes NULL. */
export function toParams<Column extends string>(
  columns: readonly Column[],
  values: Values<Column>,
): SqlValue[] {
  return columns.map((column) => values[column] ?? null);
}

/** `INSERT` of one row, its parameters counted from `first`. */
export function insertInto(
  table: string,
  columns: readonly string[],
  first = 1,
): string {
  const places = columns.map((_, index) => `$${first + index}`);
  return `INSERT INTO ${table} (${list(columns)}) ` +
    `VALUES (${places.join(", ")})`;
}

/** The `SET` of an update that changes only what is given, with its parameters counted from `first`. */
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
 * The names of columns for a statement. Never `*`: a host may have added
 * columns of its own, under names that another table has too.
 */
export function list(columns: readonly string[], table?: string): string {
  const from = table === undefined ? "" : `${table}.`;
  return columns.map((column) => from + quote(column)).join(", ");
}

function quote(column: string): string {
  return `"${column}"`;
}
