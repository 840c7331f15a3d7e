import type { SqlValue } from "../sql/sql.ts";
import type { DateForm, IdForm } from "./map.ts";

/** The databases whose SQL differs. */
export type Database = "postgres" | "sqlite";

/** The form of a column's values; comparisons hold in each of them. */
export interface Form {
  /** The column's type in a statement that adds it. */
  readonly type: string;
  /** The types that a column of this form may have in PostgreSQL. Default: any. */
  readonly fits?: RegExp;
  /**
   * Returns an expression whose value drivers return in a form that records
   * take.
   */
  readonly read?: (column: string) => string;
  /** Returns a parameter as the column's type. */
  readonly value?: (place: string) => string;
  /** Converts a value to a parameter. */
  readonly toParam?: (value: SqlValue) => SqlValue;
}

/** Text, and everything else that is stored as it is. */
export const text: Form = { type: "text" };

/**
 * The forms of ids. A text that cannot be an id of this form becomes NULL, which
 * equals no id: the database would refuse the statement.
 */
const ids: Readonly<Record<IdForm, Form>> = {
  text: { ...text, fits: /^(?:text|char|citext)/ },
  uuid: { type: "uuid", fits: /^uuid/, toParam: matching(isUuid) },
  integer: {
    type: "integer",
    fits: /^(?:integer|bigint)/,
    toParam: matching(isAtMost(2n ** 31n)),
  },
  bigint: {
    type: "bigint",
    fits: /^bigint/,
    toParam: matching(isAtMost(2n ** 63n)),
  },
};

function matching(isValid: (text: string) => boolean) {
  return (value: SqlValue): SqlValue =>
    typeof value === "string" && !isValid(value) ? null : value;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

function isAtMost(limit: bigint) {
  return (text: string): boolean =>
    /^(?:0|[1-9][0-9]{0,18})$/.test(text) && BigInt(text) < limit;
}

/** The forms of dates. Texts of equal length are in the order of time. */
const dates: Readonly<Record<DateForm, Form>> = {
  timestamptz: { type: "timestamptz", fits: /^timestamp\S* with time/ },
  // A driver takes such a timestamp for the process's local time.
  timestamp: {
    type: "timestamp",
    fits: /^timestamp\S* without/,
    read: (column) => `${column} AT TIME ZONE 'UTC'`,
    value: (place) => `(${place}::timestamptz AT TIME ZONE 'UTC')`,
  },
  milliseconds: {
    type: "bigint",
    fits: /^(?:bigint|numeric)/,
    toParam: ofDate((date) => date.getTime()),
  },
  millisecondsText: {
    type: "text",
    fits: /^(?:text|char)/,
    toParam: ofDate((date) => String(date.getTime())),
  },
  isoText: {
    type: "text",
    fits: /^(?:text|char)/,
    toParam: ofDate((date) => date.toISOString()),
  },
};

function ofDate(convert: (date: Date) => SqlValue) {
  return (value: SqlValue): SqlValue =>
    value instanceof Date ? convert(value) : value;
}

/**
 * Returns the form of ids.
 *
 * @throws TypeError for an unknown form
 */
export function toIdForm(form: IdForm = "text", database: Database): Form {
  const found = Object.hasOwn(ids, form) ? ids[form] : null;
  if (found === null) {
    throw new TypeError(`tables.ids: there is no form "${form}"`);
  }
  if (database === "postgres") return found;
  // SQLite's columns take any type.
  const { fits: _, ...own } = found;
  return { ...own, type: isMadeByDatabase(form) ? "integer" : "text" };
}

/** Whether the database makes the ids of this form. */
export function isMadeByDatabase(form: IdForm | undefined): boolean {
  return form === "integer" || form === "bigint";
}

/**
 * Returns the form of dates.
 *
 * @throws TypeError for a form that the database does not have
 */
export function toDateForm(
  given: DateForm | undefined,
  database: Database,
): Form {
  const isSqlite = database === "sqlite";
  const form = given ?? (isSqlite ? "milliseconds" : "timestamptz");
  const found = Object.hasOwn(dates, form) ? dates[form] : null;
  if (found === null || isSqlite && form.startsWith("timestamp")) {
    throw new TypeError(
      `tables.dates: ${isSqlite ? "SQLite" : "PostgreSQL"} has no "${form}"; ` +
        "see DateForm for the forms",
    );
  }
  if (!isSqlite) return found;
  const { fits: _, ...own } = found;
  return form === "milliseconds" ? { ...own, type: "integer" } : own;
}

/** Returns the form of seconds since the epoch that are stored as a date. */
export function toSecondsForm(date: Form, database: Database): Form {
  const toParam = date.toParam ?? ((value: SqlValue) => value);
  const read = date.read ?? ((column: string) => column);
  return {
    ...date,
    read: (column) =>
      database === "sqlite"
        ? `CAST(strftime('%s', ${column}) AS INTEGER)`
        : `floor(extract(epoch FROM ${read(column)}))`,
    toParam: (value) =>
      toParam(typeof value === "number" ? new Date(value * 1000) : value),
  };
}
