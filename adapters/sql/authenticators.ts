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
import { insertInto, list, type Row, type Sql, toParams } from "./sql.ts";

/** The passkey methods. */
export type AuthenticatorMethods = Required<
  Pick<
    Adapter,
    | "getAuthenticator"
    | "createAuthenticator"
    | "listAuthenticatorsByUserId"
    | "updateAuthenticatorCounter"
    | "deleteAuthenticator"
  >
>;

/** Passkey methods, one statement each. */
export function createAuthenticatorMethods(sql: Sql): AuthenticatorMethods {
  const { authenticators } = sql.tables;
  const columns = list(authenticatorColumns);
  return {
    getAuthenticator: (credentialID) =>
      sql.read(
        `SELECT ${columns} FROM ${authenticators} WHERE "credentialID" = $1`,
        [credentialID],
        first(toAuthenticator),
      ),
    createAuthenticator: (authenticator) =>
      sql.read(
        `${
          insertInto(authenticators, authenticatorColumns)
        } RETURNING ${columns}`,
        toParams(authenticatorColumns, authenticator),
        toKnown,
      ),
    listAuthenticatorsByUserId: (userId) =>
      sql.read(
        `SELECT ${columns} FROM ${authenticators} WHERE "userId" = $1`,
        [userId],
        each(toAuthenticator),
      ),
    // SQLite is synchronous; an unknown passkey still has to reject.
    updateAuthenticatorCounter: async (credentialID, newCounter) =>
      await sql.read(
        `UPDATE ${authenticators} SET "counter" = $2 ` +
          `WHERE "credentialID" = $1 RETURNING ${columns}`,
        [credentialID, newCounter],
        toKnown,
      ),
    deleteAuthenticator: ({ credentialID, userId }) =>
      sql.read(
        `DELETE FROM ${authenticators} ` +
          `WHERE "credentialID" = $1 AND "userId" = $2 RETURNING "userId"`,
        [credentialID, userId],
        (rows) => rows.length > 0,
      ),
  };
}

function toKnown([row]: readonly Row[]): AdapterAuthenticator {
  if (row === undefined) throw new Error("there is no such passkey");
  return toAuthenticator(row);
}
