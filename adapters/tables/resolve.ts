import {
  accountColumns,
  authenticatorColumns,
  sessionColumns,
  userColumns,
  verificationTokenColumns,
} from "../sql/records.ts";
import { quote } from "../sql/table.ts";
import { DEFAULT_PREFIX, type Tables, toTables } from "../sql/tables.ts";
import {
  type Database,
  type Form,
  isMadeByDatabase,
  toDateForm,
  toIdForm,
  toSecondsForm,
} from "./forms.ts";
import type { ExistingTables } from "./map.ts";
import { type Forms, type MappedTable, mapTable } from "./mapped.ts";

/** The mapped form of {@link Tables}. */
export type MappedTables =
  & {
    readonly [Name in Exclude<keyof Tables, "byEmail">]: MappedTable<
      Parameters<Tables[Name]["column"]>[0]
    >;
  }
  & Pick<Tables, "byEmail">;

/** The names of the tables. */
export type TableName = Exclude<keyof Tables, "byEmail">;

/** Options that name the tables. */
export interface TableOptions {
  readonly prefix?: string | undefined;
  readonly tables?: ExistingTables | undefined;
}

/** Returns the tables that the options name: the library's own, or existing ones. */
export function resolveTables(
  { prefix, tables }: TableOptions,
  database: Database,
): Tables {
  return tables === undefined
    ? toTables(prefix)
    : mapTables({ prefix, tables }, database);
}

/**
 * Maps existing tables; one that the application does not have is the library's
 * own, beside them.
 *
 * @throws TypeError for a name that is not allowed, and for a form that the
 *   database does not have
 */
export function mapTables(
  { prefix = DEFAULT_PREFIX, tables }: {
    readonly prefix?: string | undefined;
    readonly tables: ExistingTables;
  },
  database: Database,
): MappedTables {
  const own = toTables(prefix);
  const forms = toForms(tables, database);
  const users = mapTable(tables.users, forms.users);
  return {
    users,
    accounts: mapTable(tables.accounts, forms.accounts),
    sessions: mapTable(
      tables.sessions ?? { name: own.sessions.name },
      forms.sessions,
    ),
    verificationTokens: mapTable(
      tables.verificationTokens ?? { name: own.verificationTokens.name },
      forms.verificationTokens,
    ),
    authenticators: mapTable(
      tables.authenticators ?? { name: own.authenticators.name },
      forms.authenticators,
    ),
    store: mapTable({ name: tables.store ?? own.store.name }, forms.store),
    byEmail: toByEmail(users.column("email"), database),
  };
}

type AllForms = {
  readonly [Name in TableName]: Forms<
    Parameters<Tables[Name]["column"]>[0]
  >;
};

function toForms(
  { ids, dates }: ExistingTables,
  database: Database,
): AllForms {
  const [id, date] = [toIdForm(ids, database), toDateForm(dates, database)];
  const common = {
    date,
    seconds: toSecondsForm(date, database),
    generated: null,
  };
  const isSqlite = database === "sqlite";
  const number: Form = { type: isSqlite ? "integer" : "bigint" };
  const flag: Form = { type: isSqlite ? "integer" : "boolean" };
  return {
    users: {
      ...common,
      fields: userColumns,
      special: { id, emailVerified: date },
      generated: isMadeByDatabase(ids) ? "id" : null,
    },
    accounts: {
      ...common,
      fields: accountColumns,
      special: {
        userId: id,
        expires_at: number,
        // Rows of a library that keeps no type come from OAuth providers.
        type: { type: "text NOT NULL DEFAULT 'oauth'" },
      },
    },
    sessions: {
      ...common,
      fields: sessionColumns,
      special: { userId: id, expires: date, createdAt: date, lastSeenAt: date },
    },
    verificationTokens: {
      ...common,
      fields: verificationTokenColumns,
      special: { expires: date },
    },
    authenticators: {
      ...common,
      fields: authenticatorColumns,
      special: { userId: id, counter: number, credentialBackedUp: flag },
    },
    store: {
      ...common,
      fields: ["key", "value", "expires"],
      // The library's own table, in the library's own form.
      special: { expires: toDateForm(undefined, database) },
    },
  };
}

/**
 * Returns the end of the SELECT for an address. An existing table may have
 * addresses with capital letters, which belong to the user of the same address
 * in small ones. Only ASCII is folded: other letters become ASCII ones.
 */
function toByEmail(email: string, database: Database): string {
  const [fold, exact] = [
    toFolded(email, database),
    toFolded("$1", database),
  ];
  return `${fold} = ${exact} ORDER BY ${email} = $1 DESC LIMIT 1`;
}

/** Returns an expression of text in small letters. */
export function toFolded(expression: string, database: Database): string {
  return database === "sqlite"
    ? `lower(${expression})`
    : `lower(${expression}::text COLLATE "C")`;
}

/** Returns the names of columns in quotes, as a list. */
export function quoteAll(names: readonly string[]): string {
  return names.map(quote).join(", ");
}
