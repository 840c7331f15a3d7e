import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterTokens,
  AdapterUser,
  StoredFields,
} from "../../core/model/adapter.ts";
import type { Awaitable } from "../../core/model/model.ts";
import {
  accountColumns,
  type AccountField,
  each,
  first,
  toAccount,
  tokenColumns,
} from "./records.ts";
import { assignUser, insertUser, listUser, toUserWith } from "./own_fields.ts";
import { readUsers } from "./read_users.ts";
import {
  assign,
  insertInto,
  list,
  type Row,
  type Sql,
  toParams,
} from "./sql.ts";
import type { Table } from "./table.ts";
import type { Tables } from "./tables.ts";

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
  const { tables, tables: { users, accounts } } = sql;
  const byId = `${users.column("id")} = $1`;
  return {
    createUser: (user, fields) => {
      const { text, params } = insertUser(tables, user, fields);
      return readUsers(sql, {
        text: `${text} RETURNING ${listUser(tables, fields)}`,
        params,
        fields,
      }, toKnownUser(tables, fields));
    },
    getUser: (id, fields) =>
      readUsers(sql, {
        text: `SELECT ${
          listUser(tables, fields)
        } FROM ${users.name} WHERE ${byId}`,
        params: [users.toParam("id", id)],
        fields,
      }, first(toUserWith(tables, fields))),
    getUserByEmail: (email, fields) =>
      readUsers(sql, {
        text: `SELECT ${listUser(tables, fields)} FROM ${users.name} ` +
          `WHERE ${tables.byEmail}`,
        params: [email],
        fields,
      }, first(toUserWith(tables, fields))),
    getUserByAccount: ({ provider, providerAccountId }, fields) =>
      readUsers(sql, {
        text:
          `SELECT ${listUser(tables, fields, "u")} FROM ${accounts.name} a ` +
          `JOIN ${users.name} u ` +
          `ON u.${users.column("id")} = a.${accounts.column("userId")} ` +
          `WHERE ${byAccount(accounts, "a.")}`,
        params: [provider, providerAccountId],
        fields,
      }, first(toUserWith(tables, fields))),
    updateUser: (user, fields) => updateUser(sql, user, fields),
  };
}

function updateUser(
  sql: Sql,
  { id, ...changes }: Partial<AdapterUser> & Pick<AdapterUser, "id">,
  fields: StoredFields | undefined,
): Awaitable<AdapterUser> {
  const { tables } = sql;
  const { users } = tables;
  const columns = listUser(tables, fields);
  const byId = `${users.column("id")} = $1`;
  const { set, params } = assignUser(sql, changes, fields);
  const text = set === ""
    ? `SELECT ${columns} FROM ${users.name} WHERE ${byId}`
    : `UPDATE ${users.name} SET ${set} WHERE ${byId} RETURNING ${columns}`;
  return readUsers(sql, {
    text,
    params: [users.toParam("id", id), ...params],
    fields,
  }, toKnownUser(tables, fields));
}

/** Returns what takes the user from a statement that creates or changes one. */
export function toKnownUser(
  tables: Tables,
  fields: StoredFields | undefined,
): (rows: readonly Row[]) => AdapterUser {
  return ([row]) => {
    if (row === undefined) throw new Error("there is no such user");
    return toUserWith(tables, fields)(row);
  };
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
    | "listAccounts"
    | "unlinkAccountUnlessLast"
  >
>;

/** Account methods. */
export function createAccountMethods(sql: Sql): AccountMethods {
  const { accounts } = sql.tables;
  const columns = list(accounts, accountColumns);
  const byKey = byAccount(accounts);
  return {
    linkAccount: (account) =>
      sql.read(
        `${insertInto(accounts, accountColumns)} RETURNING ${columns}`,
        toParams(accounts, accountColumns, account),
        first(toAccount),
      ),
    unlinkAccount: ({ provider, providerAccountId }) =>
      sql.read(
        `DELETE FROM ${accounts.name} WHERE ${byKey} RETURNING ${columns}`,
        [provider, providerAccountId],
        first(toAccount),
      ),
    getAccount: (providerAccountId, provider) =>
      sql.read(
        `SELECT ${columns} FROM ${accounts.name} WHERE ${byKey}`,
        [provider, providerAccountId],
        first(toAccount),
      ),
    updateAccount: (account) => updateAccount(sql, account),
    listAccountsByUserId: (userId) =>
      sql.read(
        `SELECT ${columns} FROM ${accounts.name} ` +
          `WHERE ${accounts.column("userId")} = $1`,
        [accounts.toParam("userId", userId)],
        each(toAccount),
      ),
    listAccounts: (after, limit) => listAccounts(sql, after, limit),
    unlinkAccountUnlessLast: (account) => unlinkUnlessLast(sql, account),
  };
}

/**
 * Lists accounts in the order of their unique key; every key comes after two
 * empty strings.
 */
function listAccounts(
  sql: Sql,
  after: AccountKey | null,
  limit: number,
): Awaitable<AdapterAccount[]> {
  const { accounts } = sql.tables;
  const key = `${accounts.column("provider")}, ${
    accounts.column("providerAccountId")
  }`;
  return sql.read(
    `SELECT ${list(accounts, accountColumns)} FROM ${accounts.name} ` +
      `WHERE (${key}) > ($1, $2) ORDER BY ${key} LIMIT $3`,
    [after?.provider ?? "", after?.providerAccountId ?? "", limit],
    each(toAccount),
  );
}

function updateAccount(
  sql: Sql,
  { provider, providerAccountId, ...tokens }: AccountKey & AdapterTokens,
): Awaitable<AdapterAccount | null> {
  const { accounts } = sql.tables;
  const columns = list(accounts, accountColumns);
  const byKey = byAccount(accounts);
  const { set, params } = assign(accounts, tokenColumns, {
    values: tokens,
    first: 3,
  });
  const text = set === ""
    ? `SELECT ${columns} FROM ${accounts.name} WHERE ${byKey}`
    : `UPDATE ${accounts.name} SET ${set} WHERE ${byKey} RETURNING ${columns}`;
  return sql.read(
    text,
    [provider, providerAccountId, ...params],
    first(toAccount),
  );
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
  const [byProvider, byId, owner] = [
    accounts.column("provider"),
    accounts.column("providerAccountId"),
    accounts.column("userId"),
  ];
  return sql.read(
    `WITH own AS MATERIALIZED (SELECT ${byProvider} FROM ${accounts.name} ` +
      `WHERE ${owner} = $3 ORDER BY ${byProvider}, ${byId}${sql.lock}) ` +
      `DELETE FROM ${accounts.name} WHERE ${byAccount(accounts)} ` +
      `AND ${owner} = $3 ` +
      `AND (SELECT count(*) FROM own) > 1 RETURNING ${owner}`,
    [provider, providerAccountId, accounts.toParam("userId", userId)],
    (rows) => rows.length > 0,
  );
}

/** Returns the condition on an account's key; `from` may be an alias. */
function byAccount(accounts: Table<AccountField>, from = ""): string {
  return `${from}${accounts.column("provider")} = $1 AND ` +
    `${from}${accounts.column("providerAccountId")} = $2`;
}
