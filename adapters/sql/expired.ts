import type { Adapter } from "../../core/model/adapter.ts";
import type { Awaitable } from "../../core/model/model.ts";
import type { Sql } from "./sql.ts";
import type { Table } from "./table.ts";

/** The rows to remove. */
interface Batch<Field extends string> {
  readonly table: Table<Field | "expires">;
  /** The fields of the primary key. */
  readonly key: readonly Field[];
  readonly now: Date;
  readonly limit: number;
}

/**
 * Removes expired rows, the oldest first, and returns their number. The order
 * makes the database use the index on `expires`. Rows that another transaction
 * is changing are skipped, so that no request waits.
 */
export function removeExpired<Field extends string>(
  sql: Sql,
  { table, key, now, limit }: Batch<Field>,
): Awaitable<number> {
  const expires = table.column("expires");
  const isDue = `${expires} <= ${table.value("expires", "$1")}`;
  const toDue = (columns: string) =>
    `SELECT ${columns} FROM ${table.name} WHERE ${isDue} ` +
    `ORDER BY ${expires} LIMIT $2${sql.skipLocked}`;
  return sql.read(
    `DELETE FROM ${table.name} WHERE ${
      toChosen(sql, table, { key, isDue, toDue })
    } ` +
      `RETURNING ${expires}`,
    [table.toParam("expires", now), limit],
    (rows) => rows.length,
  );
}

/**
 * Returns the condition on the rows that a query chooses. PostgreSQL gets their
 * places, which it looks up one by one: with keys, it may read the whole table
 * instead. A place is the same in each part of a partitioned table, so the end
 * counts as well. An array or a list is computed once; a query that is repeated would
 * remove more than the limit.
 */
function toChosen<Field extends string>(
  { rowPlace }: Sql,
  table: Table<Field>,
  { key, isDue, toDue }: {
    readonly key: readonly Field[];
    readonly isDue: string;
    readonly toDue: (columns: string) => string;
  },
): string {
  if (rowPlace !== null) {
    return `${rowPlace} = ANY (ARRAY(${toDue(rowPlace)})) AND ${isDue}`;
  }
  const columns = key.map((field) => table.column(field)).join(", ");
  return `(${columns}) IN (${toDue(columns)})`;
}

/** Removes expired sessions and mail links. */
export function createDeleteExpired(
  sql: Sql,
): NonNullable<Adapter["deleteExpired"]> {
  const { sessions, verificationTokens } = sql.tables;
  return async (now, limit) => {
    const batch = { now, limit };
    const ended = await removeExpired(sql, {
      ...batch,
      table: sessions,
      key: ["sessionToken"],
    });
    const unused = await removeExpired(sql, {
      ...batch,
      table: verificationTokens,
      key: ["identifier", "token"],
    });
    return ended + unused;
  };
}
