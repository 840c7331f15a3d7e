import { auditColumns } from "../sql/audit.ts";
import {
  accountColumns,
  authenticatorColumns,
  sessionColumns,
  userColumns,
  verificationTokenColumns,
} from "../sql/records.ts";
import {
  DEFAULT_PREFIX,
  type PasswordPlace,
  type Tables,
  toByEmail,
  toTables,
} from "../sql/tables.ts";
import {
  type Database,
  type Form,
  isMadeByDatabase,
  toDateForm,
  toIdForm,
  toSecondsForm,
} from "./forms.ts";
import type { ExistingTables } from "./map.ts";
import { type Forms, type MappedTable, mapTable, quoteName } from "./mapped.ts";

/** The mapped form of {@link Tables}. */
export type MappedTables =
  & {
    readonly [Name in TableName]: MappedTable<
      Parameters<Tables[Name]["column"]>[0]
    >;
  }
  & Pick<Tables, "byEmail" | "passwords" | "fieldColumns">;

/** The names of the tables. */
export type TableName = Exclude<
  keyof Tables,
  "byEmail" | "passwords" | "fieldColumns"
>;

/** Options that name the tables. */
export interface TableOptions {
  /** The prefix of the library's own tables. Default `auth_`. */
  readonly prefix?: string | undefined;
  /** The tables that the application already has. Default: the library's own. */
  readonly tables?: ExistingTables | undefined;
}

/** Returns the tables that the options name: the library's own, or existing ones. */
export function resolveTables(
  { prefix, tables }: TableOptions,
  database: Database,
): Tables {
  return tables === undefined
    ? toTables(database, prefix)
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
  const own = toTables(database, prefix);
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
    audit: mapTable({ name: own.audit.name }, forms.audit),
    secrets: mapTable({ name: own.secrets.name }, forms.secrets),
    passwords: toPasswords(tables),
    fieldColumns: toFieldColumns(tables),
    store: mapTable({ name: tables.store ?? own.store.name }, forms.store),
    byEmail: toByEmail(users.column("email"), database),
  };
}

function toPasswords(
  { accounts: { passwords } }: ExistingTables,
): PasswordPlace | null {
  if (passwords === undefined) return null;
  const { column, provider } = passwords;
  return { column: quoteName(column), provider };
}

function toFieldColumns({ users }: ExistingTables): readonly string[] {
  const { ownColumns = [] } = users;
  for (const name of ownColumns) quoteName(name);
  return ownColumns;
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
  const [number, flag] = numbers[database];
  // The store is the library's own table, in the library's own form.
  const expires = toDateForm(undefined, database);
  const toSpecial = createForms(date, database);
  return {
    users: {
      ...toSpecial([...userColumns, "fields"], { id, emailVerified: date }),
      generated: isMadeByDatabase(ids) ? "id" : null,
    },
    accounts: toSpecial(accountColumns, {
      userId: id,
      expires_at: number,
      type,
    }),
    sessions: toSpecial(sessionColumns, {
      userId: id,
      expires: date,
      createdAt: date,
      lastSeenAt: date,
    }),
    verificationTokens: toSpecial(verificationTokenColumns, { expires: date }),
    authenticators: toSpecial(authenticatorColumns, {
      userId: id,
      counter: number,
      credentialBackedUp: flag,
      createdAt: date,
      lastUsedAt: date,
    }),
    secrets: toSpecial(["userId", "kind", "value"], { userId: id }),
    audit: toSpecial(auditColumns, {}),
    store: toSpecial(["key", "value", "expires"], { expires }),
  };
}

/** Returns a function for the forms of a table's fields, of which most are texts. */
function createForms(date: Form, database: Database) {
  const seconds = toSecondsForm(date, database);
  return <Field extends string>(
    fields: readonly Field[],
    special: Forms<Field>["special"],
  ): Forms<Field> => ({ fields, special, date, seconds, generated: null });
}

/** The forms of whole numbers, and of booleans. */
const numbers: Readonly<Record<Database, readonly [Form, Form]>> = {
  postgres: [{ type: "bigint" }, { type: "boolean" }],
  sqlite: [{ type: "integer" }, { type: "integer" }],
};

/** Rows of a library that keeps no type come from OAuth providers. */
const type: Form = { type: "text NOT NULL DEFAULT 'oauth'" };
