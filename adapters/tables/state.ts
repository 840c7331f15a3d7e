import type { MappedTables, TableName } from "./resolve.ts";

/** A column as the database has it. */
export interface ColumnState {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
}

/** An index as the database has it. */
export interface IndexState {
  readonly name: string;
  readonly isUnique: boolean;
  /** False for an index over a part of the rows, and for an unfinished one. */
  readonly isWhole: boolean;
  /** Whether an earlier attempt to build it failed. */
  readonly isBroken: boolean;
  /** The columns; null in place of an expression. */
  readonly columns: readonly (string | null)[];
}

/** A table as the database has it. */
export interface TableState {
  readonly columns: readonly ColumnState[];
  readonly indexes: readonly IndexState[];
}

/** All tables; null for one that does not exist. */
export type DatabaseState = Readonly<Record<TableName, TableState | null>>;

/** The tables in the order in which they can be created. */
export const tableNames: readonly TableName[] = [
  "users",
  "accounts",
  "sessions",
  "verificationTokens",
  "authenticators",
  "secrets",
  "audit",
  "store",
];

/** The tables that the migration does not create. */
const required: ReadonlySet<TableName> = new Set(["users", "accounts"]);

/** The fields whose columns the migration does not add to an existing table. */
const essential: Readonly<Record<TableName, readonly string[]>> = {
  users: ["id", "email"],
  accounts: ["provider", "providerAccountId", "userId"],
  sessions: ["sessionToken", "userId", "expires"],
  verificationTokens: ["identifier", "token", "expires"],
  authenticators: [
    "credentialID",
    "userId",
    "providerAccountId",
    "credentialPublicKey",
    "counter",
    "credentialBackedUp",
    "credentialDeviceType",
  ],
  secrets: ["userId", "kind", "value"],
  audit: ["id", "time", "event", "record"],
  store: ["key", "value", "expires"],
};

/**
 * Checks that the description of the tables fits those of the database.
 *
 * @throws TypeError that names the table and the column
 */
export function assertFits(state: DatabaseState, tables: MappedTables): void {
  for (const name of tableNames) {
    const found = state[name];
    const { plainName } = tables[name];
    if (found !== null) assertTableFits(found, name, tables);
    else if (required.has(name)) {
      throw new TypeError(
        `tables.${name}: the database has no table "${plainName}"; its name ` +
          "is case-sensitive",
      );
    }
  }
}

function assertTableFits(
  { columns }: TableState,
  name: TableName,
  tables: MappedTables,
): void {
  const { plainName, needs, fills, column, generated } = tables[name];
  const known = new Map(columns.map((one) => [one.name, one]));
  const passwords = name === "accounts" ? tables.passwords : null;
  const toPlain = (quoted: string) => quoted.slice(1, -1);
  const must = [
    ...essential[name].map((field) => column(field as never)),
    ...fills.map((fill) => fill.column),
    ...(passwords === null ? [] : [passwords.column]),
  ].map(toPlain);
  const missing = must.find((one) => !known.has(one));
  if (missing !== undefined) {
    throw new TypeError(
      `tables.${name}: "${plainName}" has no column "${missing}"; name the ` +
        "column that it has instead",
    );
  }
  for (const { name: needed, fits } of needs) {
    const { type } = known.get(needed) ?? {};
    if (type === undefined || fits === undefined || fits.test(type)) continue;
    throw new TypeError(
      `tables.${name}: the column "${needed}" of "${plainName}" is "${type}", ` +
        "which is not the form that `ids` or `dates` says",
    );
  }
  const written = new Set([...needs.map((one) => one.name), ...must]);
  if (generated !== null) written.delete(toPlain(column(generated as never)));
  const unset = columns.find((one) =>
    one.notNull && !one.hasDefault && !written.has(one.name)
  );
  if (unset === undefined) return;
  throw new TypeError(
    `tables.${name}: the column "${unset.name}" of "${plainName}" may not be ` +
      "null and has no default; give it a value with `fill`, or a default",
  );
}
