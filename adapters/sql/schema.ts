import { toAuditSchema } from "./audit.ts";
import { toDuplicatesQuery } from "../tables/duplicates.ts";
import type { Database } from "../tables/forms.ts";
import { type Tables, toFolded } from "./tables.ts";

/** A database's names of column types, and the end of its table definitions. */
export interface Dialect {
  readonly database: Database;
  readonly date: string;
  readonly integer: string;
  readonly boolean: string;
  /** The clause after the columns. */
  readonly end: string;
}

/** Dates are milliseconds since the epoch; booleans are 0 or 1. */
export const sqliteDialect: Dialect = {
  database: "sqlite",
  date: "integer",
  integer: "integer",
  boolean: "integer",
  end: " STRICT",
};

/** Dates are timestamps with a time zone, independent of the server's. */
export const postgresDialect: Dialect = {
  database: "postgres",
  date: "timestamptz",
  integer: "bigint",
  boolean: "boolean",
  end: "",
};

/**
 * Returns the statements that create what is missing. Columns are named like
 * the fields of the records, so that a row is a record. Unique keys make
 * concurrent requests safe; the indexes on `expires` keep the removal of
 * expired rows fast at any size.
 */
export function toSchema(tables: Tables, dialect: Dialect): string {
  const names: Names = {
    users: tables.users.name,
    accounts: tables.accounts.name,
    sessions: tables.sessions.name,
    verificationTokens: tables.verificationTokens.name,
    authenticators: tables.authenticators.name,
    secrets: tables.secrets.name,
    audit: tables.audit.name,
    store: tables.store.name,
  };
  return [
    users(names, dialect),
    sessions(names, dialect),
    passkeys(names, dialect),
    secrets(names, dialect),
    toAuditSchema(names.audit, dialect.end),
    store(names, dialect),
  ].join("\n");
}

/** The tables of a schema. */
type TableName = Exclude<
  keyof Tables,
  "byEmail" | "passwords" | "fieldColumns"
>;

/** The names of the tables. */
type Names = Readonly<
  Record<TableName, string>
>;

function users({ users, accounts }: Names, { end, ...type }: Dialect) {
  return `-- Users. The id is a UUID that the library makes.
CREATE TABLE IF NOT EXISTS ${users} (
  "id" text NOT NULL PRIMARY KEY,
  "name" text,
  "email" text, -- exactly as it was given; one user for each, whatever its letter case
  "emailVerified" ${type.date}, -- time at which the user proved ownership of the address
  "image" text,
  "fields" text -- fields of the application's own, as JSON
)${end};
${toAddressIndex(users, type.database)};

-- Accounts of users at providers. Provider tokens are kept only if the application asks for it.
CREATE TABLE IF NOT EXISTS ${accounts} (
  "provider" text NOT NULL,
  "providerAccountId" text NOT NULL,
  "userId" text NOT NULL REFERENCES ${users} ("id") ON DELETE CASCADE,
  "type" text NOT NULL, -- oauth, oidc, email or webauthn
  "access_token" text,
  "expires_at" ${type.integer}, -- seconds since the epoch
  "id_token" text,
  "refresh_token" text,
  "scope" text,
  "session_state" text,
  "token_type" text,
  PRIMARY KEY ("provider", "providerAccountId")
)${end};
CREATE INDEX IF NOT EXISTS ${accounts}_by_user ON ${accounts} ("userId");
`;
}

function toAddressIndex(users: string, database: Database): string {
  return `CREATE UNIQUE INDEX IF NOT EXISTS ${users}_by_address ON ${users} (${
    toFolded(`"email"`, database)
  })`;
}

/** Parts of the schema for a table in which users share an address. */
export interface SharedAddresses {
  /** The query for these users, as `toDuplicates` reads it. */
  readonly query: string;
  /** The schema without the unique key of addresses, which are still searched. */
  readonly schema: string;
}

/** Returns what a migration does if the unique key of addresses cannot be built. */
export function toSharedAddresses(
  tables: Tables,
  dialect: Dialect,
): SharedAddresses {
  const { name } = tables.users;
  const unique = toAddressIndex(name, dialect.database);
  const search = unique.replace("UNIQUE ", "")
    .replace(`${name}_by_address`, `${name}_by_address_search`);
  const on = `(${toFolded(`"email"`, dialect.database)})`;
  return {
    query: toDuplicatesQuery(tables, { table: "users", on }),
    schema: toSchema(tables, dialect).replace(unique, search),
  };
}

function sessions(
  { users, sessions, verificationTokens: tokens }: Names,
  { end, date }: Dialect,
) {
  return `-- Sessions. "sessionToken" is a hash, with which nothing can be opened.
CREATE TABLE IF NOT EXISTS ${sessions} (
  "sessionToken" text NOT NULL PRIMARY KEY,
  "userId" text NOT NULL REFERENCES ${users} ("id") ON DELETE CASCADE,
  "expires" ${date} NOT NULL,
  "createdAt" ${date},
  "lastSeenAt" ${date},
  "userAgent" text,
  "authentication" text -- how the user proved who they are, as JSON
)${end};
CREATE INDEX IF NOT EXISTS ${sessions}_by_user ON ${sessions} ("userId", "createdAt");
CREATE INDEX IF NOT EXISTS ${sessions}_by_expiry ON ${sessions} ("expires");

-- Mail links that have not been used. "token" is a hash.
CREATE TABLE IF NOT EXISTS ${tokens} (
  "identifier" text NOT NULL, -- the address that the link went to
  "token" text NOT NULL,
  "expires" ${date} NOT NULL,
  PRIMARY KEY ("identifier", "token")
)${end};
CREATE INDEX IF NOT EXISTS ${tokens}_by_expiry ON ${tokens} ("expires");
`;
}

function passkeys(
  { users, authenticators }: Names,
  { end, ...type }: Dialect,
) {
  return `-- Passkeys. Bytes are base64.
CREATE TABLE IF NOT EXISTS ${authenticators} (
  "credentialID" text NOT NULL PRIMARY KEY,
  "userId" text NOT NULL REFERENCES ${users} ("id") ON DELETE CASCADE,
  "providerAccountId" text NOT NULL,
  "credentialPublicKey" text NOT NULL,
  "counter" ${type.integer} NOT NULL,
  "credentialBackedUp" ${type.boolean} NOT NULL,
  "credentialDeviceType" text NOT NULL,
  "transports" text, -- separated by commas
  "name" text, -- given by the user
  "createdAt" ${type.date},
  "lastUsedAt" ${type.date}
)${end};
CREATE INDEX IF NOT EXISTS ${authenticators}_by_user ON ${authenticators} ("userId");
`;
}

function secrets({ users, secrets }: Names, { end }: Dialect) {
  return `-- Hashes of passwords, second factors, which are sealed, and personal tokens, whose secrets are hashed.
CREATE TABLE IF NOT EXISTS ${secrets} (
  "userId" text NOT NULL REFERENCES ${users} ("id") ON DELETE CASCADE,
  "kind" text NOT NULL, -- password, factors or tokens
  "value" text NOT NULL,
  PRIMARY KEY ("userId", "kind")
)${end};
`;
}

/** A column that a table of an earlier version lacks. */
interface AddedColumn {
  readonly table: "users" | "authenticators";
  readonly name: string;
  readonly type: "text" | "date";
}

const added: readonly AddedColumn[] = [
  { table: "users", name: "fields", type: "text" },
  { table: "authenticators", name: "name", type: "text" },
  { table: "authenticators", name: "createdAt", type: "date" },
  { table: "authenticators", name: "lastUsedAt", type: "date" },
];

/** The columns that tables have; none if a table does not exist. */
export type KnownColumns = Readonly<
  Record<AddedColumn["table"], readonly string[]>
>;

/** Returns the statements that add missing columns to the library's own tables. */
export function toAdditions(
  tables: Tables,
  { database, date }: Dialect,
  known: KnownColumns,
): string {
  // Another process may have added it by now; SQLite has a single writer.
  const unless = database === "postgres" ? "IF NOT EXISTS " : "";
  return added
    .filter(({ table, name }) =>
      known[table].length > 0 && !known[table].includes(name)
    )
    .map(({ table, name, type }) =>
      `ALTER TABLE ${tables[table].name} ADD COLUMN ${unless}"${name}" ${
        type === "date" ? date : type
      };\n`
    ).join("");
}

function store({ store }: Names, { end, date }: Dialect) {
  return `-- Revocation marks, used-up attempts and the like.
CREATE TABLE IF NOT EXISTS ${store} (
  "key" text NOT NULL PRIMARY KEY,
  "value" text NOT NULL,
  "expires" ${date} NOT NULL
)${end};
CREATE INDEX IF NOT EXISTS ${store}_by_expiry ON ${store} ("expires");
`;
}

/** Returns the statements of a schema one by one. */
export function toStatements(schema: string): string[] {
  return schema.split(/;\n+/).filter((statement) => statement !== "");
}
