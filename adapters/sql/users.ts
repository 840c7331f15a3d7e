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

/** The user methods, except those that take several statements. */
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

/** User methods of one statement each. */
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

/** Returns the user from a statement that creates or changes one. */
export function toKnownUser([row]: readonly Row[]): AdapterUser {
  if (row === undefined) throw new Error("there is no such user");
  return toUser(row);
}

/** The account methods. */
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

/** Account methods. */
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
 * Unlinks an account unless it is the last one. Concurrent requests may remove
 * the last two accounts: all accounts of the user are locked, in a fixed order
 * to avoid a deadlock, and the second request counts those that the first has
 * left.
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
