import type { SqliteSql } from "../sqlite/handle.ts";
import {
  addressProblem,
  toDuplicates,
  toDuplicatesQuery,
} from "./duplicates.ts";
import { toCreateIndex, toPlan } from "./plan.ts";
import type { MigrationProblem, MigrationReport } from "./report.ts";
import type { MappedTables } from "./resolve.ts";
import {
  assertFits,
  type DatabaseState,
  type IndexState,
  tableNames,
  type TableState,
} from "./state.ts";

function inspect(sql: SqliteSql, tables: MappedTables): DatabaseState {
  return Object.fromEntries(
    tableNames.map((name) => [name, inspectTable(sql, tables[name].plainName)]),
  ) as Record<typeof tableNames[number], TableState | null>;
}

function inspectTable(sql: SqliteSql, name: string): TableState | null {
  const [table = "", schema] = name.split(".").reverse();
  const args = schema === undefined ? "($1)" : "($1, $2)";
  const params = schema === undefined ? [table] : [table, schema];
  const columns = sql.read(
    `SELECT * FROM pragma_table_info${args}`,
    params,
    (rows) =>
      rows.map((row) => ({
        name: String(row.name),
        type: String(row.type).toLowerCase(),
        notNull: Number(row.notnull) === 1,
        hasDefault: row.dflt_value !== null ||
          Number(row.pk) > 0 && /^integer$/i.test(String(row.type)),
      })),
  );
  if (columns.length === 0) return null;
  const indexes = sql.read(
    `SELECT * FROM pragma_index_list${args}`,
    params,
    (rows) =>
      rows.map((row): IndexState => ({
        name: String(row.name),
        isUnique: Number(row.unique) === 1,
        isWhole: Number(row.partial) === 0,
        isBroken: false,
        columns: sql.read(
          `SELECT name FROM pragma_index_info${args}`,
          [String(row.name), ...params.slice(1)],
          (parts) => parts.map((part) => part.name as string | null),
        ),
      })),
  );
  return { columns, indexes };
}

/**
 * Adds to existing tables what the library needs, in one transaction: SQLite
 * has one writer, and adding a column changes no row.
 */
export function migrateTables(
  sql: SqliteSql,
  { tables, dryRun }: {
    readonly tables: MappedTables;
    readonly dryRun: boolean;
  },
): MigrationReport {
  const work = () => {
    const { statements, problems } = decide(sql, tables);
    if (!dryRun) {
      for (const statement of statements) {
        sql.write(statement, []);
      }
    }
    return { statements, problems };
  };
  return dryRun ? work() : sql.lockAndRun(work);
}

function decide(sql: SqliteSql, tables: MappedTables): MigrationReport {
  const state = inspect(sql, tables);
  assertFits(state, tables);
  const plan = toPlan(state, tables, "sqlite");
  const problems: MigrationProblem[] = plan.needsAddress
    ? [addressProblem]
    : [];
  const statements = [...plan.structure];
  for (const index of plan.indexes) {
    const problem = !index.isUnique || state[index.table] === null
      ? null
      : sql.read(
        toDuplicatesQuery(tables, index),
        [],
        (rows) => toDuplicates(index.table, rows),
      );
    if (problem !== null) problems.push(problem);
    const found = state[index.table]?.indexes ?? [];
    const substitute = {
      ...index,
      name: `${index.name}_search`,
      isUnique: false,
    };
    if (problem === null) statements.push(toCreateIndex(tables, index));
    else if (!found.some((one) => one.name === substitute.name)) {
      statements.push(toCreateIndex(tables, substitute));
    }
  }
  return { statements, problems };
}
