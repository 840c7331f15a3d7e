import { accountColumns, sessionColumns, userColumns } from "../sql/records.ts";
import type { OwnMethods } from "../sql/adapter.ts";
import { countParams, insertInto, list, toParams } from "../sql/sql.ts";
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
  const { users, accounts, sessions } = sql.tables;
  if (users.generated !== null) return createWithNewId(sql);
  const afterUser = countParams(users, userColumns) + 1;
  const account = insertInto(accounts, accountColumns, { first: afterUser });
  const session = insertInto(sessions, sessionColumns, {
    first: afterUser + countParams(accounts, accountColumns),
  });
  const user = `${insertInto(users, userColumns)} ` +
    `RETURNING ${list(users, userColumns)}`;
  const without = `WITH account AS (${account}) ${user}`;
  const withSession = `WITH account AS (${account}), session AS (${session}) ` +
    user;
  return (records) => {
    const userId = records.user.id;
    const params = [
      ...toParams(users, userColumns, records.user),
      ...toParams(accounts, accountColumns, { ...records.account, userId }),
    ];
    if (records.session === null) return sql.read(without, params, toKnownUser);
    const more = toParams(sessions, sessionColumns, {
      ...records.session,
      userId,
    });
    return sql.read(withSession, [...params, ...more], toKnownUser);
  };
}

const ownAccountColumns = accountColumns.filter((name) => name !== "userId");
const ownSessionColumns = sessionColumns.filter((name) => name !== "userId");

/** The same for a user whose id the database makes in this statement. */
function createWithNewId(sql: PostgresSql): Method {
  const { users, accounts, sessions } = sql.tables;
  const toOwner = (column: string): readonly Assignment[] => [
    [column, `(SELECT "id" FROM created)`],
  ];
  const afterUser = countParams(users, userColumns) + 1;
  const account = insertInto(accounts, ownAccountColumns, {
    first: afterUser,
    more: toOwner(accounts.column("userId")),
  });
  const session = insertInto(sessions, ownSessionColumns, {
    first: afterUser + countParams(accounts, ownAccountColumns),
    more: toOwner(sessions.column("userId")),
  });
  const start = `WITH created AS (${insertInto(users, userColumns)} ` +
    `RETURNING ${list(users, userColumns)}), account AS (${account})`;
  const end = ` SELECT * FROM created`;
  return (records) => {
    const params = [
      ...toParams(users, userColumns, records.user),
      ...toParams(accounts, ownAccountColumns, records.account),
    ];
    if (records.session === null) {
      return sql.read(start + end, params, toKnownUser);
    }
    const more = toParams(sessions, ownSessionColumns, records.session);
    const text = `${start}, session AS (${session})${end}`;
    return sql.read(text, [...params, ...more], toKnownUser);
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
