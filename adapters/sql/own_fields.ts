import type { AdapterUser, StoredFields } from "../../core/model/adapter.ts";
import { quote } from "./table.ts";
import { toUser, userColumns } from "./records.ts";
import {
  assign,
  insertInto,
  list,
  type Row,
  type Sql,
  type SqlValue,
  toParams,
} from "./sql.ts";
import type { Tables } from "./tables.ts";

/** The column of the fields that have none of their own: a JSON text. */
const JSON_COLUMN = "fields";

/** The fields of the application's own in a table of users, by where they are. */
interface Places {
  /** Those with a column of their name. */
  readonly columns: readonly string[];
  /** Those in the JSON text. */
  readonly rest: readonly string[];
}

function toPlaces({ fieldColumns }: Tables, fields: StoredFields): Places {
  const names = Object.keys(fields);
  return {
    columns: names.filter((name) => fieldColumns.includes(name)),
    rest: names.filter((name) => !fieldColumns.includes(name)),
  };
}

/**
 * Returns the items of a SELECT or RETURNING for a user. Without fields of the
 * application's own, a table that lacks the column of them is read as before.
 *
 * @param from an alias; the table's own name, because SQLite may take an
 * unknown name without one for a text
 */
export function listUser(
  tables: Tables,
  fields: StoredFields | undefined,
  from?: string,
): string {
  const { users } = tables;
  const known = list(users, userColumns, from);
  if (fields === undefined) return known;
  const { columns, rest } = toPlaces(tables, fields);
  const place = `${from ?? users.name}.`;
  const own = columns.map((name) =>
    `${place}${quote(name)} AS ${quote(toAlias(name))}`
  );
  const json = rest.length === 0
    ? []
    : [`${place}${users.column(JSON_COLUMN)} AS "fields"`];
  return [known, ...own, ...json].join(", ");
}

/** A field may be called like a column of another table in the same row. */
function toAlias(name: string): string {
  return `own_${name}`;
}

/** Returns what converts a row of {@link listUser}; fields that are not stored are omitted. */
export function toUserWith(
  tables: Tables,
  fields: StoredFields | undefined,
): (row: Row) => AdapterUser {
  if (fields === undefined) return toUser;
  const { columns, rest } = toPlaces(tables, fields);
  return (row) => {
    const user: Record<string, unknown> = { ...toUser(row) };
    for (const name of columns) {
      const value = row[toAlias(name)] ?? null;
      if (value !== null) user[name] = fromColumn(value, fields[name]?.type);
    }
    const json = rest.length === 0 ? {} : parseObject(row.fields);
    for (const name of rest) {
      if (Object.hasOwn(json, name)) user[name] = json[name];
    }
    return user as unknown as AdapterUser;
  };
}

function parseObject(text: unknown): Readonly<Record<string, unknown>> {
  return typeof text === "string" && text !== "" ? JSON.parse(text) : {};
}

function fromColumn(value: unknown, type: string | undefined): unknown {
  switch (type) {
    case "number":
      return Number(value);
    case "boolean":
      // SQLite has numbers in place of booleans.
      return typeof value === "boolean" ? value : Number(value) === 1;
    case "json":
      return typeof value === "string" ? JSON.parse(value) : value;
    default:
      return String(value);
  }
}

function toColumn(value: unknown, type: string | undefined): SqlValue {
  if (value === null) return null;
  return type === "json" ? JSON.stringify(value) : value as SqlValue;
}

/** A statement, or a part of one, with its parameters. */
export interface Statement {
  readonly text: string;
  readonly params: readonly SqlValue[];
}

/** Returns the `INSERT` of a user. */
export function insertUser(
  tables: Tables,
  user: AdapterUser,
  fields: StoredFields | undefined,
): Statement {
  const params = toParams(tables.users, userColumns, user);
  const own = listOwn(tables, user, fields ?? {});
  const more = own.map(({ column }, i) =>
    [column, `$${params.length + i + 1}`] as const
  );
  return {
    text: insertInto(tables.users, userColumns, { more }),
    params: [...params, ...own.map(({ value }) => value)],
  };
}

interface OwnValue {
  readonly column: string;
  readonly value: SqlValue;
  /** The fields in a JSON text; null: a column of one field. */
  readonly names: readonly string[] | null;
}

function listOwn(
  tables: Tables,
  user: object,
  fields: StoredFields,
): OwnValue[] {
  const given = user as Readonly<Record<string, unknown>>;
  const isGiven = (name: string) => given[name] !== undefined;
  const { columns, rest } = toPlaces(tables, fields);
  const own = columns.filter(isGiven).map((name): OwnValue => ({
    column: quote(name),
    value: toColumn(given[name], fields[name]?.type),
    names: null,
  }));
  const names = rest.filter(isGiven);
  if (names.length === 0) return own;
  const value = JSON.stringify(
    Object.fromEntries(names.map((name) => [name, given[name]])),
  );
  const column = tables.users.column(JSON_COLUMN);
  return [...own, { column, value, names }];
}

/**
 * Returns the `SET` that changes only the given fields of a user, with
 * parameters counted from `$2`. The JSON text keeps its other fields, also those
 * that another request changes at the same moment.
 */
export function assignUser(
  { tables, mergeJson }: Sql,
  changes: Partial<AdapterUser>,
  fields: StoredFields | undefined,
): { readonly set: string; readonly params: readonly SqlValue[] } {
  const known = assign(tables.users, userColumns, {
    values: changes,
    first: 2,
  });
  const own = listOwn(tables, changes, fields ?? {});
  const set = own.map(({ column, names }, i) => {
    const place = `$${known.params.length + i + 2}`;
    const value = names === null ? place : mergeJson(column, place, names);
    return `${column} = ${value}`;
  });
  return {
    set: [...(known.set === "" ? [] : [known.set]), ...set].join(", "),
    params: [...known.params, ...own.map(({ value }) => value)],
  };
}

/** Lists the columns of fields, for an error. */
export function listColumns(tables: Tables, fields: StoredFields): string {
  const { columns, rest } = toPlaces(tables, fields);
  const json = rest.length === 0 ? [] : [tables.users.column(JSON_COLUMN)];
  return [...columns.map(quote), ...json].join(", ");
}
