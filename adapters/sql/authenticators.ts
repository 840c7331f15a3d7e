import type {
  Adapter,
  AdapterAuthenticator,
} from "../../core/model/adapter.ts";
import {
  authenticatorColumns,
  each,
  first,
  toAuthenticator,
} from "./records.ts";
import {
  assign,
  insertInto,
  list,
  type Row,
  type Sql,
  toParams,
} from "./sql.ts";

/** The passkey methods. */
export type AuthenticatorMethods = Required<
  Pick<
    Adapter,
    | "getAuthenticator"
    | "createAuthenticator"
    | "listAuthenticatorsByUserId"
    | "updateAuthenticatorCounter"
    | "updateAuthenticator"
    | "deleteAuthenticator"
  >
>;

/** The fields that change. */
const changing = ["name", "counter", "lastUsedAt"] as const;

/** Passkey methods, one statement each. */
export function createAuthenticatorMethods(sql: Sql): AuthenticatorMethods {
  const { authenticators: table } = sql.tables;
  const columns = list(table, authenticatorColumns);
  const [id, owner] = [table.column("credentialID"), table.column("userId")];
  const select = `SELECT ${columns} FROM ${table.name} WHERE`;
  return {
    getAuthenticator: (credentialID) =>
      sql.read(`${select} ${id} = $1`, [credentialID], first(toAuthenticator)),
    createAuthenticator: (authenticator) =>
      sql.read(
        `${insertInto(table, authenticatorColumns)} RETURNING ${columns}`,
        toParams(table, authenticatorColumns, authenticator),
        toKnown,
      ),
    listAuthenticatorsByUserId: (userId) =>
      sql.read(
        `${select} ${owner} = $1`,
        [table.toParam("userId", userId)],
        each(toAuthenticator),
      ),
    // SQLite is synchronous; an unknown passkey still has to reject.
    updateAuthenticatorCounter: async (credentialID, newCounter) =>
      await sql.read(
        `UPDATE ${table.name} SET ${table.column("counter")} = $2 ` +
          `WHERE ${id} = $1 RETURNING ${columns}`,
        [credentialID, newCounter],
        toKnown,
      ),
    updateAuthenticator: createUpdate(sql),
    deleteAuthenticator: ({ credentialID, userId }) =>
      sql.read(
        `DELETE FROM ${table.name} ` +
          `WHERE ${id} = $1 AND ${owner} = $2 RETURNING ${owner}`,
        [credentialID, table.toParam("userId", userId)],
        (rows) => rows.length > 0,
      ),
  };
}

/** Changes the given fields. */
function createUpdate(sql: Sql): AuthenticatorMethods["updateAuthenticator"] {
  const { authenticators: table } = sql.tables;
  const [id, owner] = [table.column("credentialID"), table.column("userId")];
  return ({ credentialID, userId, ...values }) => {
    const { set, params } = assign(table, changing, { values, first: 3 });
    return sql.read(
      `UPDATE ${table.name} SET ${set} ` +
        `WHERE ${id} = $1 AND ${owner} = $2 RETURNING ${owner}`,
      [credentialID, table.toParam("userId", userId), ...params],
      (rows) => rows.length > 0,
    );
  };
}

function toKnown([row]: readonly Row[]): AdapterAuthenticator {
  if (row === undefined) throw new Error("there is no such passkey");
  return toAuthenticator(row);
}
