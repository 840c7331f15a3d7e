import type {
  AccountKey,
  Adapter,
  AdapterUser,
} from "../../core/model/adapter.ts";
import type { Awaitable } from "../../core/model/model.ts";
import {
  accountColumns,
  each,
  first,
  toAccount,
  tokenColumns,
  toUser,
  userColumns,
} from "./records.ts";
import {
  assign,
  insertInto,
  list,
  type Row,
  type Sql,
  toParams,
} from "./sql.ts";

/** People, all but those methods that take several statements. */
export type UserMethods = Required<
  Pick<
    Adapter,
    | "createUser"
    | "getUser"
    | "getUserByEmail"
    | "getUserByAccount"
    | "updateUser"
  >
>;

/** What is done to people in one statement. */
export function createUserMethods(sql: Sql): UserMethods {
  const { users, accounts } = sql.tables;
  const columns = list(userColumns);
  const getUser = (id: string) =>
    sql.read(
      `SELECT ${columns} FROM ${users} WHERE "id" = $1`,
      [id],
      first(toUser),
    );
  return {
    createUser: (user) =>
      sql.read(
        `${insertInto(users, userColumns)} RETURNING ${columns}`,
        toParams(userColumns, user),
        toKnownUser,
      ),
    getUser,
    getUserByEmail: (email) =>
      sql.read(
        `SELECT ${columns} FROM ${users} WHERE "email" = $1`,
        [email],
        first(toUser),
      ),
    getUserByAccount: ({ provider, providerAccountId }) =>
      sql.read(
        `SELECT ${
          list(userColumns, "u")
        } FROM ${accounts} a JOIN ${users} u ON u."id" = a."userId" ` +
          `WHERE a."provider" = $1 AND a."providerAccountId" = $2`,
        [provider, providerAccountId],
        first(toUser),
      ),
    updateUser: ({ id, ...changes }) => {
      const { set, params } = assign(userColumns, changes, 2);
      const text = set === ""
        ? `SELECT ${columns} FROM ${users} WHERE "id" = $1`
        : `UPDATE ${users} SET ${set} WHERE "id" = $1 RETURNING ${columns}`;
      return sql.read(text, [id, ...params], toKnownUser);
    },
  };
}

/** The row that a statement gives which makes or changes a person. */
export function toKnownUser([row]: readonly Row[]): AdapterUser {
  if (row === undefined) throw new Error("there is no such user");
  return toUser(row);
}

/** Accounts. */
export type AccountMethods = Required<
  Pick<
    Adapter,
    | "linkAccount"
    | "unlinkAccount"
    | "getAccount"
    | "updateAccount"
    | "listAccountsByUserId"
    | "unlinkAccountUnlessLast"
  >
>;

/** What is done to accounts. */
export function createAccountMethods(sql: Sql): AccountMethods {
  const { accounts } = sql.tables;
  const columns = list(accountColumns);
  const byKey = `"provider" = $1 AND "providerAccountId" = $2`;
  return {
    linkAccount: (account) =>
      sql.read(
        `${insertInto(accounts, accountColumns)} RETURNING ${columns}`,
        toParams(accountColumns, account),
        first(toAccount),
      ),
    unlinkAccount: ({ provider, providerAccountId }) =>
      sql.read(
        `DELETE FROM ${accounts} WHERE ${byKey} RETURNING ${columns}`,
        [provider, providerAccountId],
        first(toAccount),
      ),
    getAccount: (providerAccountId, provider) =>
      sql.read(
        `SELECT ${columns} FROM ${accounts} WHERE ${byKey}`,
        [provider, providerAccountId],
        first(toAccount),
      ),
    updateAccount: ({ provider, providerAccountId, ...tokens }) => {
      const { set, params } = assign(tokenColumns, tokens, 3);
      const text = set === ""
        ? `SELECT ${columns} FROM ${accounts} WHERE ${byKey}`
        : `UPDATE ${accounts} SET ${set} WHERE ${byKey} RETURNING ${columns}`;
      return sql.read(
        text,
        [provider, providerAccountId, ...params],
        first(toAccount),
      );
    },
    listAccountsByUserId: (userId) =>
      sql.read(
        `SELECT ${columns} FROM ${accounts} WHERE "userId" = $1`,
        [userId],
        each(toAccount),
      ),
    unlinkAccountUnlessLast: (account) => unlinkUnlessLast(sql, account),
  };
}

/**
 * Two requests may remove the last two accounts at once. All accounts of the
 * owner are locked, in one order so that the two cannot wait for each other;
 * the second then counts what the first has left.
 */
function unlinkUnlessLast(
  sql: Sql,
  { provider, providerAccountId, userId }: AccountKey & { userId: string },
): Awaitable<boolean> {
  const { accounts } = sql.tables;
  return sql.read(
    `WITH own AS MATERIALIZED (SELECT "provider" FROM ${accounts} ` +
      `WHERE "userId" = $3 ` +
      `ORDER BY "provider", "providerAccountId"${sql.lock}) ` +
      `DELETE FROM ${accounts} WHERE "provider" = $1 ` +
      `AND "providerAccountId" = $2 AND "userId" = $3 ` +
      `AND (SELECT count(*) FROM own) > 1 RETURNING "userId"`,
    [provider, providerAccountId, userId],
    (rows) => rows.length > 0,
  );
}
