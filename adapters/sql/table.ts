import type { SqlValue } from "./sql.ts";

/** A column and the expression that it is set to. */
export type Assignment = readonly [column: string, value: string];

/** A column of the application's that gets a value with each new row. */
export interface Fill {
  readonly column: string;
  readonly make: () => SqlValue;
}

/**
 * A table as statements see it: fields of records on one side, columns on the
 * other. The library's own tables name their columns like the fields; an
 * existing table may differ in names and in the forms of its values.
 */
export interface Table<Field extends string = string> {
  /** The name in statements, quoted where that is necessary. */
  readonly name: string;
  /** The field that the database fills in with each new row. */
  readonly generated: Field | null;
  readonly fills: readonly Fill[];
  /** Returns the column of a field, for comparisons. */
  column(field: Field): string;
  /**
   * Returns the item of a SELECT list that gives a field; `from` is empty, or
   * the table's alias with a dot.
   */
  read(field: Field, from: string): string;
  /** Returns a parameter in the form of the field's column. */
  value(field: Field, place: string): string;
  /** Returns the assignments that store a parameter in a field. */
  write(field: Field, place: string): readonly Assignment[];
  /** Converts a value to the form of the field's column. */
  toParam(field: Field, value: SqlValue): SqlValue;
}

/** A table of the library's own. */
export function createOwnTable<Field extends string>(
  name: string,
): Table<Field> {
  return {
    name,
    generated: null,
    fills: [],
    column: quote,
    read: (field, from) => from + quote(field),
    value: (_, place) => place,
    write: (field, place) => [[quote(field), place]],
    toParam: (_, value) => value,
  };
}

/** Returns an identifier in double quotes; its characters have been checked. */
export function quote(name: string): string {
  return `"${name}"`;
}
