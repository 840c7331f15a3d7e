import type { OwnMethods } from "../sql/adapter.ts";
import type { AdapterUser } from "../../core/model/adapter.ts";
import { insertUser, listUser } from "../sql/own_fields.ts";
import { readUsers } from "../sql/read_users.ts";
import { accountColumns, sessionColumns } from "../sql/records.ts";
import { toPlainName } from "../sql/secrets.ts";
import { hasRow, insertInto, toParams } from "../sql/sql.ts";
import type { Table } from "../sql/table.ts";
import { toKnownUser } from "../sql/users.ts";
import type { SqliteSql } from "./handle.ts";

/** Stores a user with their account and session in one transaction. */
export function createWithAccount(
  sql: SqliteSql,
): OwnMethods["createUserWithAccount"] {
  const { tables } = sql;
  const { accounts, sessions } = tables;
  return ({ user, account, session }, fields) =>
    sql.transact(() => {
      const { text, params } = insertUser(tables, user, fields);
      // SQLite's drivers are synchronous.
      const created = readUsers(sql, {
        text: `${text} RETURNING ${listUser(tables, fields)}`,
        params,
        fields,
      }, toKnownUser(tables, fields)) as AdapterUser;
      const userId = created.id;
      sql.write(
        insertInto(accounts, accountColumns),
        toParams(accounts, accountColumns, { ...account, userId }),
      );
      if (session !== null) {
        sql.write(
          insertInto(sessions, sessionColumns),
          toParams(sessions, sessionColumns, { ...session, userId }),
        );
      }
      return created;
    });
}

/** Deletes a user and what belongs to them in one transaction. */
export function createDeleteUser(sql: SqliteSql): OwnMethods["deleteUser"] {
  return (id) => sql.transact(() => deleteWithRecords(sql, id));
}

/** The part of a table that a statement for the records of a user needs. */
type Owned = Pick<Table<"userId">, "name" | "column" | "toParam">;

/**
 * Deletes a user's records explicitly: SQLite enforces foreign keys only on
 * connections that enabled them.
 */
function deleteWithRecords(sql: SqliteSql, id: string): void {
  const { users, accounts, sessions, authenticators, secrets } = sql.tables;
  const remove = (table: Owned) =>
    sql.write(
      `DELETE FROM ${table.name} WHERE ${table.column("userId")} = $1`,
      [table.toParam("userId", id)],
    );
  for (const table of [sessions, authenticators, accounts]) remove(table);
  // A database of an earlier version has no table of secrets.
  if (sql.read(sql.findTable, [toPlainName(sql)], hasRow)) remove(secrets);
  sql.write(
    `DELETE FROM ${users.name} WHERE ${users.column("id")} = $1`,
    [users.toParam("id", id)],
  );
}
