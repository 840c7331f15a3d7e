import { insertUser, listUser } from "../sql/own_fields.ts";
import { readUsers } from "../sql/read_users.ts";
import { accountColumns, sessionColumns } from "../sql/records.ts";
import type { OwnMethods } from "../sql/adapter.ts";
import { insertInto, toParams } from "../sql/sql.ts";
import type { Assignment } from "../sql/table.ts";
import { toKnownUser } from "../sql/users.ts";
import type { PostgresSql } from "./handle.ts";

type Method = OwnMethods["createUserWithAccount"];

/**
 * Stores the records in one statement, and so atomically without a transaction
 * that would hold a connection. Foreign keys are checked at its end, when all
 * rows exist.
 */
export function createWithAccount(sql: PostgresSql): Method {
  const { tables } = sql;
  const { users, accounts, sessions } = tables;
  if (users.generated !== null) return createWithNewId(sql);
  return ({ user, account, session }, fields) => {
    const userId = user.id;
    const created = insertUser(tables, user, fields);
    const params = [
      ...created.params,
      ...toParams(accounts, accountColumns, { ...account, userId }),
    ];
    const parts = [
      `account AS (${
        insertInto(accounts, accountColumns, {
          first: created.params.length + 1,
        })
      })`,
    ];
    if (session !== null) {
      const first = params.length + 1;
      params.push(
        ...toParams(sessions, sessionColumns, { ...session, userId }),
      );
      parts.push(
        `session AS (${insertInto(sessions, sessionColumns, { first })})`,
      );
    }
    const text = `WITH ${parts.join(", ")} ${created.text} ` +
      `RETURNING ${listUser(tables, fields)}`;
    return readUsers(
      sql,
      { text, params, fields },
      toKnownUser(tables, fields),
    );
  };
}

const ownAccountColumns = accountColumns.filter((name) => name !== "userId");
const ownSessionColumns = sessionColumns.filter((name) => name !== "userId");

/** The same for a user whose id the database makes in this statement. */
function createWithNewId(sql: PostgresSql): Method {
  const { tables } = sql;
  const { accounts, sessions } = tables;
  const toOwner = (column: string): readonly Assignment[] => [
    [column, `(SELECT "id" FROM created)`],
  ];
  return ({ user, account, session }, fields) => {
    const created = insertUser(tables, user, fields);
    const params = [
      ...created.params,
      ...toParams(accounts, ownAccountColumns, account),
    ];
    const parts = [
      `created AS (${created.text} RETURNING ${listUser(tables, fields)})`,
      `account AS (${
        insertInto(accounts, ownAccountColumns, {
          first: created.params.length + 1,
          more: toOwner(accounts.column("userId")),
        })
      })`,
    ];
    if (session !== null) {
      const into = insertInto(sessions, ownSessionColumns, {
        first: params.length + 1,
        more: toOwner(sessions.column("userId")),
      });
      params.push(...toParams(sessions, ownSessionColumns, session));
      parts.push(`session AS (${into})`);
    }
    const text = `WITH ${parts.join(", ")} SELECT * FROM created`;
    return readUsers(
      sql,
      { text, params, fields },
      toKnownUser(tables, fields),
    );
  };
}

/**
 * Deletes a user. The library's own tables remove the records of the user by
 * themselves (ON DELETE CASCADE); existing ones may lack the foreign keys.
 */
export function createDeleteUser(
  { tables: { users, sessions, authenticators, accounts }, write }: PostgresSql,
  isCascading: boolean,
): OwnMethods["deleteUser"] {
  const parts = [sessions, authenticators, accounts].map((table, i) =>
    `part${i} AS (DELETE FROM ${table.name} WHERE ${
      table.column("userId")
    } = $1)`
  );
  const records = isCascading ? "" : `WITH ${parts.join(", ")} `;
  const text = `${records}DELETE FROM ${users.name} ` +
    `WHERE ${users.column("id")} = $1`;
  return (id) => write(text, [users.toParam("id", id)]);
}
