import type { Row } from "../sql/sql.ts";
import type { Table } from "../sql/table.ts";
import type { Tables } from "../sql/tables.ts";
import { keys, type MissingIndex } from "./plan.ts";
import type { MigrationProblem } from "./report.ts";
import type { TableName } from "./resolve.ts";

/** The consequences of a key that is not unique, and the way to mend it. */
const messages: Readonly<
  Record<Exclude<TableName, "secrets" | "audit" | "store">, string>
> = {
  users:
    "Several users have the same address, capital letters aside. No unique " +
    "key was created: two sign-ins at the same time can create further ones. " +
    "Merge or change those users, and run the migration again.",
  accounts:
    "Several rows have the same provider and account id. No unique key was " +
    "created, and which user signs in with such an account is undefined. Remove " +
    "all rows but one for each account, and run the migration again.",
  sessions:
    "Several sessions have the same token. No unique key was created. " +
    "Delete those sessions, and run the migration again.",
  verificationTokens:
    "Several verification tokens are the same. No unique key was created. " +
    "Delete them, and run the migration again.",
  authenticators: "Several passkeys have the same credential id. No unique " +
    "key was created. Delete those passkeys, and run the migration again.",
};

/**
 * Returns the query for the rows that share a key: the owner of each, and a
 * number for each key. A unique key admits any number of rows without a value.
 */
export function toDuplicatesQuery(
  tables: Tables,
  { table, on }: Pick<MissingIndex, "table" | "on">,
): string {
  const key = on.startsWith("(") ? on.slice(1, -1) : on;
  const [first = ""] = keys[table];
  const { name, column } = tables[table] as Table;
  return `SELECT "owner", "group" FROM (` +
    `SELECT ${toOwner(tables, table)} AS "owner", ` +
    `count(*) OVER (PARTITION BY ${key}) AS "size", ` +
    `dense_rank() OVER (ORDER BY ${key}) AS "group" FROM ${name} ` +
    `WHERE ${column(first)} IS NOT NULL) AS numbered ` +
    `WHERE "size" > 1 ORDER BY "group", "owner"`;
}

function toOwner(tables: Tables, table: TableName): string {
  switch (table) {
    case "users":
      return tables.users.column("id");
    case "accounts":
      return tables.accounts.column("userId");
    case "sessions":
      return tables.sessions.column("userId");
    case "authenticators":
      return tables.authenticators.column("userId");
    default:
      return "NULL";
  }
}

/** Returns the problem that the rows show; null if there are no rows. */
export function toDuplicates(
  table: TableName,
  rows: readonly Row[],
): MigrationProblem | null {
  // The library's own tables have had their keys from the start.
  const isOwn = table === "secrets" || table === "audit" || table === "store";
  if (rows.length === 0 || isOwn) return null;
  const groups = new Map<string, string[]>();
  for (const { owner, group } of rows) {
    const ids = groups.get(String(group)) ?? [];
    if (owner !== null) ids.push(String(owner));
    groups.set(String(group), ids);
  }
  return {
    kind: table,
    message: messages[table],
    ids: [...groups.values()].filter((ids) => ids.length > 0),
  };
}

/** The problem of a table in which every user must have an address. */
export const addressProblem: MigrationProblem = {
  kind: "address",
  message:
    "The column of addresses may not be null, and SQLite cannot change that: " +
    "a user whose provider gives no address cannot sign in. Create the table " +
    "of users anew to allow it.",
  ids: [],
};

/** The problem of a migration that leaves the indexes to another one. */
export const busyProblem: MigrationProblem = {
  kind: "busy",
  message:
    "Another process creates the indexes. If it was stopped before it was " +
    "done, run the migration again an hour after its start.",
  ids: [],
};
