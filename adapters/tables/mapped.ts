import { readClock } from "../../core/runtime/clock.ts";
import type { SqlValue } from "../sql/sql.ts";
import { type Assignment, quote, type Table } from "../sql/table.ts";
import { type Form, text } from "./forms.ts";
import type {
  DateColumn,
  EmptyTextColumn,
  ExistingTable,
  FlagColumn,
} from "./map.ts";

/** The name of a column, or the description of an unusual one. */
type ColumnMap = string | EmptyTextColumn | FlagColumn | DateColumn;

/** A column that the table must have. */
export interface NeededColumn {
  readonly name: string;
  /** Its type and further clauses, for the statement that adds it. */
  readonly type: string;
  /** The types that an existing column may have. Default: any. */
  readonly fits?: RegExp | undefined;
}

/** An existing table with the columns that the library needs. */
export interface MappedTable<Field extends string = string>
  extends Table<Field> {
  /** The name without quotes. */
  readonly plainName: string;
  readonly needs: readonly NeededColumn[];
}

/** The forms of the fields of a table. */
export interface Forms<Field extends string> {
  readonly fields: readonly Field[];
  /** The fields that are not text. */
  readonly special: Readonly<Partial<Record<Field, Form>>>;
  /** The form of dates. */
  readonly date: Form;
  /** The form of seconds stored as a date. */
  readonly seconds: Form;
  readonly generated: Field | null;
}

/** One field over its columns. */
interface Mapped {
  readonly column: string;
  readonly form: Form;
  readonly read: (from: string) => string;
  readonly write: (place: string) => readonly Assignment[];
  readonly needs: readonly NeededColumn[];
}

/**
 * Maps a table.
 *
 * @throws TypeError for a name with characters other than letters, digits, `_`
 * and `-`
 */
export function mapTable<Field extends string>(
  { name, columns = {}, fill = {} }: ExistingTable<
    { readonly [Name in Field]?: ColumnMap | undefined }
  >,
  forms: Forms<Field>,
): MappedTable<Field> {
  const mapped = mapFields(name, columns, forms);
  const of = (field: Field): Mapped => {
    const found = mapped.get(field);
    if (found === undefined) throw new TypeError(`no field "${field}"`);
    return found;
  };
  return {
    name: quoteTable(name),
    plainName: name,
    generated: forms.generated,
    fills: Object.entries(fill).map(([column, kind]) => ({
      column: quoteName(column),
      make: () => makeFill(kind, forms.date),
    })),
    needs: [...mapped.values()].flatMap(({ needs }) => needs),
    column: (field) => of(field).column,
    read: (field, from) => {
      const item = of(field).read(from);
      return item === from + quote(field) ? item : `${item} AS ${quote(field)}`;
    },
    value: (field, place) => of(field).form.value?.(place) ?? place,
    write: (field, place) => of(field).write(place),
    toParam: (field, value) => convert(of(field).form, value),
  };
}

function mapFields<Field extends string>(
  name: string,
  columns: Readonly<Record<string, ColumnMap | undefined>>,
  forms: Forms<Field>,
): ReadonlyMap<Field, Mapped> {
  const fields: readonly string[] = forms.fields;
  for (const field of Object.keys(columns)) {
    if (fields.includes(field)) continue;
    throw new TypeError(`tables: "${name}" has no field "${field}"`);
  }
  return new Map(
    forms.fields.map((field) => [
      field,
      mapColumn(columns[field] ?? field, forms.special[field] ?? text, forms),
    ]),
  );
}

function makeFill(kind: "uuid" | "now", form: Form): SqlValue {
  if (kind === "uuid") return crypto.randomUUID();
  return convert(form, new Date(readClock()));
}

function convert({ toParam }: Form, value: SqlValue): SqlValue {
  return toParam === undefined ? value : toParam(value);
}

function mapColumn(
  map: ColumnMap,
  form: Form,
  { date, seconds }: Pick<Forms<string>, "date" | "seconds">,
): Mapped {
  if (typeof map === "string") return mapPlain(map, form);
  if ("emptyText" in map) return mapEmptyText(map, form);
  return "flag" in map ? mapFlag(map, date) : mapPlain(map.date, seconds);
}

function mapPlain(name: string, form: Form): Mapped {
  const column = quoteName(name);
  return {
    column,
    form,
    read: (from) => form.read?.(from + column) ?? from + column,
    write: (place) => [[column, form.value?.(place) ?? place]],
    needs: [{ name, type: form.type, fits: form.fits }],
  };
}

function mapEmptyText(
  { emptyText: name }: EmptyTextColumn,
  form: Form,
): Mapped {
  const column = quoteName(name);
  return {
    column,
    form,
    read: (from) => `NULLIF(${from}${column}, '')`,
    write: (place) => [[column, `COALESCE(${place}, '')`]],
    needs: [{ name, type: `${form.type} NOT NULL DEFAULT ''` }],
  };
}

/** Maps a date that an existing table keeps as a boolean only. */
function mapFlag(map: FlagColumn, form: Form): Mapped {
  const [flag, date, otherwise] = [
    quoteName(map.flag),
    quoteName(map.date),
    quoteName(map.otherwise),
  ];
  return {
    column: date,
    form,
    read: (from) => {
      const item = `CASE WHEN ${from}${flag} THEN ` +
        `COALESCE(${from}${date}, ${from}${otherwise}) END`;
      return form.read?.(`(${item})`) ?? item;
    },
    write: (place) => {
      const value = form.value?.(place) ?? place;
      // Without a cast, a parameter beside IS NOT NULL has no type.
      const isSet = `CAST(${value} AS ${form.type}) IS NOT NULL`;
      return [[date, value], [flag, isSet]];
    },
    needs: [
      { name: map.date, type: form.type, fits: form.fits },
      { name: map.flag, type: "boolean NOT NULL DEFAULT false" },
    ],
  };
}

/**
 * Returns a name in quotes. No parameter is possible in its place, so only
 * characters that neither end it nor look like a parameter are allowed.
 */
export function quoteName(name: string): string {
  if (typeof name !== "string" || !/^[A-Za-z_][\w-]{0,62}$/.test(name)) {
    throw new TypeError(
      `tables: ${JSON.stringify(name)} is not a table or column name: it ` +
        "must be at most 63 letters, digits, `_` and `-`, not beginning with " +
        "a digit",
    );
  }
  return quote(name);
}

function quoteTable(name: string): string {
  const parts = typeof name === "string" ? name.split(".") : [name];
  if (parts.length > 2) quoteName(name);
  return parts.map(quoteName).join(".");
}
