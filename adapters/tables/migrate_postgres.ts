import type { PostgresSql } from "../postgres/handle.ts";
import { createSqlStore } from "../sql/store.ts";
import { assertFits, type DatabaseState, tableNames } from "./state.ts";
import { busyProblem, toDuplicates, toDuplicatesQuery } from "./duplicates.ts";
import { type MissingIndex, toCreateIndex, toPlan } from "./plan.ts";
import type { MigrationProblem, MigrationReport } from "./report.ts";
import type { MappedTables } from "./resolve.ts";
import type { IndexState, TableState } from "./state.ts";

const COLUMNS = `SELECT attname AS "name", attnotnull AS "notNull",
  format_type(atttypid, atttypmod) AS "type",
  (atthasdef OR attidentity <> '') AS "hasDefault"
FROM pg_attribute WHERE attrelid = to_regclass($1)
AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;

const INDEXES = `SELECT c.relname AS "name", i.indisunique AS "isUnique",
  (i.indisvalid AND i.indpred IS NULL) AS "isWhole",
  (NOT i.indisvalid AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index p
    WHERE p.index_relid = i.indexrelid)) AS "isBroken",
  (SELECT json_agg(a.attname ORDER BY k) FROM generate_series(1, i.indnkeyatts) k
    LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum > 0
      AND a.attnum = i.indkey[k - 1])::text AS "columns"
FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE i.indrelid = to_regclass($1)`;

async function inspect(
  sql: PostgresSql,
  tables: MappedTables,
): Promise<DatabaseState> {
  const entries = [];
  for (const name of tableNames) {
    entries.push([name, await inspectTable(sql, tables[name].name)]);
  }
  return Object.fromEntries(entries);
}

async function inspectTable(
  sql: PostgresSql,
  name: string,
): Promise<TableState | null> {
  const columns = await sql.read(COLUMNS, [name], (rows) =>
    rows.map((row) => ({
      name: String(row.name),
      type: String(row.type),
      notNull: Boolean(row.notNull),
      hasDefault: Boolean(row.hasDefault),
    })));
  if (columns.length === 0) return null;
  const indexes = await sql.read(
    INDEXES,
    [name],
    (rows) =>
      rows.map((row): IndexState => ({
        name: String(row.name),
        isUnique: Boolean(row.isUnique),
        isWhole: Boolean(row.isWhole),
        isBroken: Boolean(row.isBroken),
        columns: JSON.parse(String(row.columns ?? "[]")),
      })),
  );
  return { columns, indexes };
}

/** The options of a migration of existing tables. */
export interface Migration {
  readonly tables: MappedTables;
  readonly dryRun: boolean;
  /** Wraps statements so that they are one transaction under a lock. */
  readonly toTransaction: (statements: string) => string;
}

/**
 * Adds to existing tables what the library needs. New columns and tables take
 * one short transaction. Indexes are built afterwards, one by one and
 * CONCURRENTLY, so that requests can write meanwhile: that is impossible in a
 * transaction.
 */
export async function migrateTables(
  sql: PostgresSql,
  { tables, dryRun, toTransaction }: Migration,
): Promise<MigrationReport> {
  const change = (structure: readonly string[]) =>
    dryRun ? null : sql.write(toTransaction(toRepeatable(structure)), []);
  const { state, plan } = await changeStructure(sql, tables, change);
  const changes: IndexChange[] = [];
  const problems: MigrationProblem[] = [];
  for (const index of plan.indexes) {
    const problem = state[index.table] === null
      ? null
      : await findDuplicates(sql, tables, index);
    if (problem !== null) problems.push(problem);
    const wanted = problem === null
      ? index
      : toSubstitute(index, state[index.table]);
    if (wanted !== null) changes.push(toChange(tables, wanted));
  }
  const isBusy = !dryRun && changes.length > 0 && !await buildAll(sql, changes);
  if (isBusy) problems.push(busyProblem);
  const built = isBusy ? [] : changes.flatMap(({ steps }) => steps);
  return { statements: [...plan.structure, ...built], problems };
}

/** The limit on attempts that the database ends because of a deadlock. */
const MAX_DEADLOCKS = 5;

/**
 * Plans a migration, and changes columns and tables. Another process that
 * builds an index waits for all transactions, and this one for its lock: the
 * database ends one of the two. By the next attempt, there may be nothing left
 * to change.
 */
async function changeStructure(
  sql: PostgresSql,
  tables: MappedTables,
  change: (structure: readonly string[]) => Promise<void> | null,
) {
  for (let tried = 1;; tried++) {
    const state = await inspect(sql, tables);
    assertFits(state, tables);
    const plan = toPlan(state, tables, "postgres");
    try {
      if (plan.structure.length > 0) await change(plan.structure);
      return { state, plan };
    } catch (error) {
      if (!isDeadlock(error) || tried === MAX_DEADLOCKS) throw error;
    }
  }
}

/** Whether the database ended a statement because of a deadlock (SQLSTATE 40P01). */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "40P01";
}

/** The statements for one index. */
interface IndexChange {
  readonly steps: readonly string[];
  /** Removes what a failed attempt leaves. */
  readonly undo: string;
}

function toChange(tables: MappedTables, index: MissingIndex): IndexChange {
  const undo = `DROP INDEX CONCURRENTLY IF EXISTS ${
    toIndexName(tables, index)
  }`;
  const create = toCreateIndex(tables, index, "CONCURRENTLY ");
  return { steps: index.isBroken ? [undo, create] : [create], undo };
}

/** Seconds after which the lock of a process that was stopped is void. */
const LEASE = 3600;

/**
 * Builds indexes, unless another process does: two that build indexes of one
 * table would wait for each other until the database ends one. No lock of the
 * database outlives a statement here, so the lock is an entry of the store.
 */
async function buildAll(
  sql: PostgresSql,
  changes: readonly IndexChange[],
): Promise<boolean> {
  const store = createSqlStore(sql);
  const [key, owner] = ["migrate-tables", crypto.randomUUID()];
  if (!await store.compareAndSet(key, null, owner, LEASE)) return false;
  try {
    for (const one of changes) await build(sql, one);
  } finally {
    await store.delete(key);
  }
  return true;
}

/**
 * Builds an index, again if the database ends that because of a deadlock: it
 * waits for all transactions, and another process that changes columns waits
 * for it.
 */
async function build(
  sql: PostgresSql,
  { steps, undo }: IndexChange,
): Promise<void> {
  for (let tried = 1;; tried++) {
    try {
      for (const step of steps) await sql.write(step, []);
      return;
    } catch (error) {
      // A failed attempt leaves an index that is invalid.
      await sql.write(undo, []).catch(() => null);
      if (!isDeadlock(error) || tried === MAX_DEADLOCKS) throw error;
    }
  }
}

/**
 * Two processes may have planned the same changes: the one that waited for the
 * other's lock then finds the columns and tables there. A statement that waits
 * for a table's lock makes all requests wait behind it, so it gives up soon.
 */
function toRepeatable(structure: readonly string[]): string {
  const patience = "PERFORM set_config('lock_timeout', '5s', true);\n";
  return patience + structure.map((statement) =>
    statement
      .replace(/^CREATE TABLE /, "CREATE TABLE IF NOT EXISTS ")
      .replace(/^(ALTER TABLE \S+ ADD COLUMN) /, "$1 IF NOT EXISTS ") + ";\n"
  ).join("");
}

async function findDuplicates(
  sql: PostgresSql,
  tables: MappedTables,
  index: MissingIndex,
): Promise<MigrationProblem | null> {
  if (!index.isUnique) return null;
  return await sql.read(
    toDuplicatesQuery(tables, index),
    [],
    (rows) => toDuplicates(index.table, rows),
  );
}

/**
 * Returns the index in place of a unique one that is impossible: users are
 * searched by address, and accounts and sessions by their keys.
 */
function toSubstitute(
  index: MissingIndex,
  state: TableState | null,
): MissingIndex | null {
  const name = `${index.name}_search`;
  return state?.indexes.some((one) => one.name === name && one.isWhole)
    ? null
    : { ...index, name, isUnique: false };
}

/** Returns the name of an index, which is in the schema of its table. */
function toIndexName(
  tables: MappedTables,
  { table, name }: MissingIndex,
): string {
  const [schema, own] = tables[table].name.split(".");
  return own === undefined ? `"${name}"` : `${schema}."${name}"`;
}
