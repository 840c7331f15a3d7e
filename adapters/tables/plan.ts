import { toFolded } from "../sql/tables.ts";
import type { Database } from "./forms.ts";
import type { MappedTable } from "./mapped.ts";
import type { MappedTables, TableName } from "./resolve.ts";
import { type DatabaseState, tableNames } from "./state.ts";

/** An index that is missing. */
export interface MissingIndex {
  readonly table: TableName;
  readonly name: string;
  readonly isUnique: boolean;
  /** The columns in quotes, or an expression. */
  readonly on: string;
  /** Whether a failed attempt to build it has to be removed first. */
  readonly isBroken: boolean;
}

/** The difference between the tables that exist and those that are needed. */
export interface Plan {
  /** Statements that take no time, whatever the number of rows. */
  readonly structure: readonly string[];
  readonly indexes: readonly MissingIndex[];
  /** Whether users without an address are impossible, and stay so. */
  readonly needsAddress: boolean;
}

/** The fields of unique keys. */
export const keys: Readonly<Record<TableName, readonly string[]>> = {
  users: ["email"],
  accounts: ["provider", "providerAccountId"],
  sessions: ["sessionToken"],
  verificationTokens: ["identifier", "token"],
  authenticators: ["credentialID"],
  secrets: ["userId", "kind"],
  audit: ["id"],
  store: ["key"],
};

/** The fields that rows are searched by, each with those that they are sorted by. */
const searches: Readonly<
  Record<TableName, readonly (readonly [string, ...string[]])[]>
> = {
  users: [],
  accounts: [["userId"]],
  sessions: [["userId", "createdAt"], ["expires"]],
  verificationTokens: [["expires"]],
  authenticators: [["userId"]],
  secrets: [],
  audit: [["time", "id"], ["user", "time", "id"]],
  store: [["expires"]],
};

/** Returns the statements and indexes that are missing. */
export function toPlan(
  state: DatabaseState,
  tables: MappedTables,
  database: Database,
): Plan {
  const email = toPlainColumn(tables.users, "email");
  const isNeeded = state.users?.columns
    .some((column) => column.name === email && column.notNull) ?? false;
  const relaxed = isNeeded && database === "postgres"
    ? [
      `ALTER TABLE ${tables.users.name} ALTER COLUMN ` +
      `${tables.users.column("email")} DROP NOT NULL`,
    ]
    : [];
  return {
    structure: [
      ...tableNames.flatMap((name) => toStructure(state, tables, name)),
      ...relaxNames(state, tables, database),
      ...relaxed,
    ],
    indexes: tableNames
      .flatMap((name) => toIndexes(state, tables, { name, database })),
    needsAddress: isNeeded && database === "sqlite",
  };
}

/** Allows users without a name, unless an empty text stands for that. */
function relaxNames(
  state: DatabaseState,
  { users }: MappedTables,
  database: Database,
): string[] {
  if (database === "sqlite") return [];
  const optional = ["name", "image", "emailVerified"] as const;
  return optional.flatMap((field) => {
    const name = toPlainColumn(users, field);
    const isStrict = users.needs.some((one) =>
      one.name === name && one.type.includes("NOT NULL")
    );
    const isRefused = state.users?.columns
      .some((column) => column.name === name && column.notNull) ?? false;
    return isRefused && !isStrict
      ? [
        `ALTER TABLE ${users.name} ALTER COLUMN ${users.column(field)} ` +
        "DROP NOT NULL",
      ]
      : [];
  });
}

function toStructure(
  state: DatabaseState,
  tables: MappedTables,
  name: TableName,
): string[] {
  const table = tables[name];
  const found = state[name];
  if (found === null) return [createTable(tables, name)];
  const known = new Set(found.columns.map((column) => column.name));
  return table.needs
    .filter((column) => !known.has(column.name))
    .map((column) =>
      `ALTER TABLE ${table.name} ADD COLUMN "${column.name}" ${column.type}`
    );
}

/** Creates one of the library's own tables beside the existing ones. */
function createTable(tables: MappedTables, name: TableName): string {
  const { users } = tables;
  const table = tables[name] as MappedTable;
  const optional =
    /^(?:createdAt|lastSeenAt|userAgent|authentication|transports|name|lastUsedAt|user)$/;
  const columns = table.needs.map((column) => {
    const end = column.name === "userId"
      ? ` REFERENCES ${users.name} (${users.column("id")}) ON DELETE CASCADE`
      : "";
    const start = `"${column.name}" ${column.type}`;
    return start + (optional.test(column.name) ? "" : ` NOT NULL${end}`);
  });
  const key = keys[name].map((field) => table.column(field)).join(", ");
  return `CREATE TABLE ${table.name} (${columns.join(", ")}, ` +
    `PRIMARY KEY (${key}))`;
}

function toIndexes(
  state: DatabaseState,
  tables: MappedTables,
  { name, database }: { name: TableName; database: Database },
): MissingIndex[] {
  const table = tables[name] as MappedTable;
  const found = state[name]?.indexes ?? [];
  const base = `latchkey_${table.plainName.replaceAll(/\W/g, "_")}`
    .slice(0, 44);
  const isThere = (index: string) =>
    found.some((one) => one.name === index && one.isWhole);
  const toMissing = (index: string, on: string, isUnique: boolean) => ({
    table: name,
    name: index,
    isUnique,
    on,
    isBroken: found.some((one) => one.name === index && one.isBroken),
  });
  const missing: MissingIndex[] = [];
  const key = keys[name].map((field) => toPlainColumn(table, field));
  const isKept = found.some((one) =>
    one.isUnique && one.isWhole && hasSame(one.columns, key)
  );
  if (name === "users") {
    const on = `(${toFolded(table.column("email"), database)})`;
    const index = `${base}_by_address`;
    if (!isThere(index)) missing.push(toMissing(index, on, true));
  } else if (state[name] !== null && !isKept) {
    const on = key.map((one) => `"${one}"`).join(", ");
    missing.push(toMissing(`${base}_key`, on, true));
  }
  for (const fields of searches[name]) {
    const [first] = fields;
    const column = toPlainColumn(table, first);
    if (found.some((one) => one.isWhole && one.columns[0] === column)) continue;
    const on = fields.map((field) => table.column(field)).join(", ");
    missing.push(toMissing(`${base}_by_${first}`, on, false));
  }
  return missing;
}

function hasSame(
  columns: readonly (string | null)[],
  key: readonly string[],
): boolean {
  return columns.length === key.length &&
    key.every((column) => columns.includes(column));
}

function toPlainColumn<Field extends string>(
  table: MappedTable<Field>,
  field: Field,
): string {
  return table.column(field).slice(1, -1);
}

/** Returns the statement that creates an index; `how` may be CONCURRENTLY. */
export function toCreateIndex(
  tables: MappedTables,
  { table, name, isUnique, on }: MissingIndex,
  how: "" | "CONCURRENTLY " = "",
): string {
  return `CREATE ${isUnique ? "UNIQUE " : ""}INDEX ${how}IF NOT EXISTS ` +
    `"${name}" ON ${tables[table].name} (${on})`;
}
