import type { Adapter } from "../../core/model/adapter.ts";
import { chain } from "../../core/runtime/maybe_promise.ts";
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
 * makes the database use the index on `expires`, and MATERIALIZED makes that
 * search happen once: a plan that repeated it would remove more than the limit.
 */
export function removeExpired<Field extends string>(
  sql: Sql,
  { table, key, now, limit }: Batch<Field>,
): Awaitable<number> {
  const columns = key.map((field) => table.column(field)).join(", ");
  const expires = table.column("expires");
  return sql.read(
    `WITH due AS MATERIALIZED (SELECT ${columns} FROM ${table.name} ` +
      `WHERE ${expires} <= ${table.value("expires", "$1")} ` +
      `ORDER BY ${expires} LIMIT $2${sql.skipLocked}) ` +
      `DELETE FROM ${table.name} ` +
      `WHERE (${columns}) IN (SELECT ${columns} FROM due) ` +
      `RETURNING ${expires}`,
    [table.toParam("expires", now), limit],
    (rows) => rows.length,
  );
}

/** Removes expired sessions and mail links. */
export function createDeleteExpired(
  sql: Sql,
): NonNullable<Adapter["deleteExpired"]> {
  const { sessions, verificationTokens } = sql.tables;
  return (now, limit) => {
    const batch = { now, limit };
    return chain(
      removeExpired(sql, { ...batch, table: sessions, key: ["sessionToken"] }),
      (sessions) =>
        chain(
          removeExpired(sql, {
            ...batch,
            table: verificationTokens,
            key: ["identifier", "token"],
          }),
          (tokens) => sessions + tokens,
        ),
    );
  };
}
