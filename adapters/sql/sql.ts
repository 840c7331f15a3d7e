import type { Awaitable } from "../../core/model/model.ts";
import type { Assignment, Table } from "./table.ts";
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
  /** The column of a row's place in its table, by which it is found without an index; null: none. */
  readonly rowPlace: string | null;
  /** The SELECT that has a row if the database has the table that `$1` names, without quotes. */
  readonly findTable: string;
  /**
   * Returns an expression for a column's JSON text after it has taken over the
   * members of the parameter's, whose names are given.
   */
  mergeJson(column: string, place: string, names: readonly string[]): string;
  /** Runs a statement that returns rows. */
  read<T>(
    text: string,
    params: readonly SqlValue[],
    convert: (rows: readonly Row[]) => T,
  ): Awaitable<T>;
  /**
   * Runs a statement whose best plan depends on the parameters, so that it is
   * never prepared for all of them.
   */
  readPlanned<T>(
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
  table: Table<Column>,
  columns: readonly Column[],
  values: Values<Column>,
): SqlValue[] {
  const params = toInserted(table, columns)
    .map((column) => table.toParam(column, values[column] ?? null));
  for (const fill of table.fills) params.push(fill.make());
  return params;
}

/**
 * Returns the `INSERT` of one row. Parameters are counted from `first`; further
 * assignments may follow them.
 */
export function insertInto<Column extends string>(
  table: Table<Column>,
  columns: readonly Column[],
  { first = 1, more = [] }: {
    readonly first?: number;
    readonly more?: readonly Assignment[];
  } = {},
): string {
  const inserted = toInserted(table, columns);
  const set = [
    ...inserted.flatMap((column, i) => table.write(column, `$${first + i}`)),
    ...table.fills.map(({ column }, i): Assignment => [
      column,
      `$${first + inserted.length + i}`,
    ]),
    ...more,
  ];
  const names = set.map(([name]) => name).join(", ");
  const values = set.map(([, value]) => value).join(", ");
  return `INSERT INTO ${table.name} (${names}) VALUES (${values})`;
}

/** Returns the number of parameters of {@link insertInto}. */
export function countParams<Column extends string>(
  table: Table<Column>,
  columns: readonly Column[],
): number {
  return toInserted(table, columns).length + table.fills.length;
}

/** Returns the fields of a new row, without one that the database fills in. */
function toInserted<Column extends string>(
  { generated }: Table<Column>,
  columns: readonly Column[],
): readonly Column[] {
  return generated === null
    ? columns
    : columns.filter((column) => column !== generated);
}

/**
 * Returns the `SET` of an update that changes only the given fields, with
 * parameters counted from `first`.
 */
export function assign<Column extends string>(
  table: Table<Column>,
  columns: readonly Column[],
  { values, first }: {
    readonly values: Values<Column>;
    readonly first: number;
  },
): { set: string; params: SqlValue[] } {
  const given = columns.filter((column) => values[column] !== undefined);
  const set = given
    .flatMap((column, i) => table.write(column, `$${first + i}`))
    .map(([name, value]) => `${name} = ${value}`);
  const params = given
    .map((column) => table.toParam(column, values[column] ?? null));
  return { set: set.join(", "), params };
}

/**
 * Returns the columns of a SELECT or RETURNING, named like the fields. Never
 * `*`: the application may have added columns, under names that another table
 * has too.
 */
export function list<Column extends string>(
  table: Table<Column>,
  columns: readonly Column[],
  alias?: string,
): string {
  const from = alias === undefined ? "" : `${alias}.`;
  return columns.map((column) => table.read(column, from)).join(", ");
}

/** Whether a statement found or changed a row. */
export function hasRow(rows: readonly Row[]): boolean {
  return rows.length > 0;
}
