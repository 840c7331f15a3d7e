import type { Adapter, AdapterSession } from "../../core/model/adapter.ts";
import { readClock } from "../../core/runtime/clock.ts";
import {
  each,
  first,
  sessionColumns,
  toSession,
  toUser,
  toVerificationToken,
  userColumns,
  verificationTokenColumns,
} from "./records.ts";
import { insertInto, list, type Row, type Sql, toParams } from "./sql.ts";

/** The session methods. */
export type SessionMethods = Required<
  Pick<
    Adapter,
    | "createSession"
    | "getSessionAndUser"
    | "updateSession"
    | "deleteSession"
    | "listSessionsByUserId"
    | "deleteSessionsByUserId"
  >
>;

/** Session methods, one statement each. */
export function createSessionMethods(sql: Sql): SessionMethods {
  const { users, sessions } = sql.tables;
  const columns = list(sessionColumns);
  return {
    createSession: (session) =>
      sql.read(
        `${insertInto(sessions, sessionColumns)} RETURNING ${columns}`,
        toParams(sessionColumns, session),
        toKnownSession,
      ),
    getSessionAndUser: (sessionToken) =>
      sql.read(
        `SELECT ${list(sessionColumns, "s")}, ${list(userColumns, "u")} ` +
          `FROM ${sessions} s ` +
          `JOIN ${users} u ON u."id" = s."userId" WHERE s."sessionToken" = $1`,
        [sessionToken],
        first((row) => ({ session: toSession(row), user: toUser(row) })),
      ),
    // Concurrent requests may renew a session, and the earlier one may be
    // written last: times only move forward. The row's own values are compared,
    // under its lock.
    updateSession: ({ sessionToken, expires, lastSeenAt }) =>
      sql.read(
        `UPDATE ${sessions} SET ` +
          `"expires" = CASE WHEN $2 > "expires" THEN $2 ELSE "expires" END, ` +
          `"lastSeenAt" = CASE WHEN $3 < "lastSeenAt" THEN "lastSeenAt" ` +
          `ELSE COALESCE($3, "lastSeenAt") END ` +
          `WHERE "sessionToken" = $1 RETURNING ${columns}`,
        [sessionToken, expires ?? null, lastSeenAt ?? null],
        first(toSession),
      ),
    deleteSession: (sessionToken) =>
      sql.read(
        `DELETE FROM ${sessions} WHERE "sessionToken" = $1 RETURNING ${columns}`,
        [sessionToken],
        first(toSession),
      ),
    listSessionsByUserId: (userId) =>
      sql.read(
        `SELECT ${columns} FROM ${sessions} WHERE "userId" = $1 AND "expires" > $2`,
        [userId, new Date(readClock())],
        each(toSession),
      ),
    deleteSessionsByUserId: (userId, { before } = {}) => {
      const where: string[] = [];
      const params: (string | Date)[] = [];
      if (userId !== null) where.push(`"userId" = $${params.push(userId)}`);
      // A session without a start time may be old enough, so it ends.
      if (before !== undefined) {
        where.push(
          `("createdAt" IS NULL OR "createdAt" < $${params.push(before)})`,
        );
      }
      const which = where.length > 0 ? ` WHERE ${where.join(" AND ")}` : "";
      return sql.write(`DELETE FROM ${sessions}${which}`, params);
    },
  };
}

function toKnownSession([row]: readonly Row[]): AdapterSession {
  if (row === undefined) throw new Error("the session was not stored");
  return toSession(row);
}

/** The methods for mail links. */
export type VerificationTokenMethods = Required<
  Pick<Adapter, "createVerificationToken" | "useVerificationToken">
>;

/** Mail link methods, one statement each, so that a token works once. */
export function createVerificationTokenMethods(
  sql: Sql,
): VerificationTokenMethods {
  const { verificationTokens: tokens } = sql.tables;
  const columns = list(verificationTokenColumns);
  return {
    createVerificationToken: (token) =>
      sql.read(
        `${insertInto(tokens, verificationTokenColumns)} RETURNING ${columns}`,
        toParams(verificationTokenColumns, token),
        first(toVerificationToken),
      ),
    useVerificationToken: ({ identifier, token }) =>
      sql.read(
        `DELETE FROM ${tokens} WHERE "identifier" = $1 AND "token" = $2 ` +
          `RETURNING ${columns}`,
        [identifier, token],
        first(toVerificationToken),
      ),
  };
}
