import type { StoredFields } from "../../core/model/adapter.ts";
import type { Awaitable } from "../../core/model/model.ts";
import { isPromise } from "../../core/runtime/maybe_promise.ts";
import { listColumns, listUser, type Statement } from "./own_fields.ts";
import type { Row, Sql } from "./sql.ts";

/**
 * Runs a statement over users.
 *
 * @throws Error that says which migration to run, if the table lacks a column
 * of the fields
 */
export function readUsers<T>(
  sql: Sql,
  { text, params, fields }: Statement & {
    readonly fields: StoredFields | undefined;
  },
  convert: (rows: readonly Row[]) => T,
): Awaitable<T> {
  if (fields === undefined) return sql.read(text, params, convert);
  const explain = (error: unknown) => explainFailure(sql, fields, error);
  try {
    const answer = sql.read(text, params, convert);
    return isPromise(answer) ? answer.then(null, explain) : answer;
  } catch (error) {
    return explain(error) as Awaitable<T>;
  }
}

/** Asks for the columns alone, rather than to understand the error of each driver. */
function explainFailure(
  sql: Sql,
  fields: StoredFields,
  cause: unknown,
): Awaitable<never> {
  const { name } = sql.tables.users;
  const fail = (): never => {
    throw new Error(
      `The table ${name} lacks a column for fields of users (${
        listColumns(sql.tables, fields)
      }): run \`migratePostgres\` or \`migrateSqlite\`, which adds "fields", and create the columns that \`ownColumns\` names.`,
      { cause },
    );
  };
  const rethrow = (): never => {
    throw cause;
  };
  const text = `SELECT ${
    listUser(sql.tables, fields)
  } FROM ${name} WHERE 1 = 0`;
  let probe: Awaitable<boolean>;
  try {
    probe = sql.read(text, [], () => true);
  } catch {
    return fail();
  }
  return isPromise(probe) ? probe.then(rethrow, fail) : rethrow();
}
