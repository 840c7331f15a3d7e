import type {
  Adapter,
  AdapterSession,
  SessionSelection,
  StoredFields,
} from "../../core/model/adapter.ts";
import type { Awaitable } from "../../core/model/model.ts";
import { readClock } from "../../core/runtime/clock.ts";
import {
  each,
  first,
  sessionColumns,
  toSession,
  toVerificationToken,
  verificationTokenColumns,
} from "./records.ts";
import { listUser, toUserWith } from "./own_fields.ts";
import { readUsers } from "./read_users.ts";
import {
  insertInto,
  list,
  type Row,
  type Sql,
  type SqlValue,
  toParams,
} from "./sql.ts";

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
  const { sessions } = sql.tables;
  const columns = list(sessions, sessionColumns);
  const [token, owner] = [
    sessions.column("sessionToken"),
    sessions.column("userId"),
  ];
  return {
    createSession: (session) =>
      sql.read(
        `${insertInto(sessions, sessionColumns)} RETURNING ${columns}`,
        toParams(sessions, sessionColumns, session),
        toKnownSession,
      ),
    getSessionAndUser: createGetSessionAndUser(sql),
    updateSession: createUpdateSession(sql),
    deleteSession: (sessionToken) =>
      sql.read(
        `DELETE FROM ${sessions.name} WHERE ${token} = $1 RETURNING ${columns}`,
        [sessionToken],
        first(toSession),
      ),
    listSessionsByUserId: (userId) =>
      sql.read(
        `SELECT ${columns} FROM ${sessions.name} WHERE ${owner} = $1 ` +
          `AND ${sessions.column("expires")} > ` +
          sessions.value("expires", "$2"),
        [
          sessions.toParam("userId", userId),
          sessions.toParam("expires", new Date(readClock())),
        ],
        each(toSession),
      ),
    deleteSessionsByUserId: (userId, which) =>
      deleteSessions(sql, userId, which),
  };
}

/**
 * Moves a session's times. Concurrent requests may renew a session, and the
 * earlier one may be written last: times only move forward. The row's own
 * values are compared, under its lock.
 */
function createUpdateSession(sql: Sql): SessionMethods["updateSession"] {
  const { sessions } = sql.tables;
  const [end, seen] = [
    sessions.column("expires"),
    sessions.column("lastSeenAt"),
  ];
  const [newEnd, newSeen] = [
    sessions.value("expires", "$2"),
    sessions.value("lastSeenAt", "$3"),
  ];
  const text = `UPDATE ${sessions.name} SET ` +
    `${end} = CASE WHEN ${newEnd} > ${end} THEN ${newEnd} ELSE ${end} END, ` +
    `${seen} = CASE WHEN ${newSeen} < ${seen} THEN ${seen} ` +
    `ELSE COALESCE(${newSeen}, ${seen}) END ` +
    `WHERE ${sessions.column("sessionToken")} = $1 ` +
    `RETURNING ${list(sessions, sessionColumns)}`;
  return ({ sessionToken, expires, lastSeenAt }) =>
    sql.read(
      text,
      [
        sessionToken,
        sessions.toParam("expires", expires ?? null),
        sessions.toParam("lastSeenAt", lastSeenAt ?? null),
      ],
      first(toSession),
    );
}

function deleteSessions(
  sql: Sql,
  userId: string | null,
  { before }: SessionSelection = {},
): Awaitable<void> {
  const { sessions } = sql.tables;
  const where: string[] = [];
  const params: SqlValue[] = [];
  if (userId !== null) {
    const place = `$${params.push(sessions.toParam("userId", userId))}`;
    where.push(`${sessions.column("userId")} = ${place}`);
  }
  // A session without a start time may be old enough, so it ends.
  if (before !== undefined) {
    const start = sessions.column("createdAt");
    const place = `$${params.push(sessions.toParam("createdAt", before))}`;
    where.push(
      `(${start} IS NULL OR ${start} < ${sessions.value("createdAt", place)})`,
    );
  }
  const which = where.length > 0 ? ` WHERE ${where.join(" AND ")}` : "";
  return sql.write(`DELETE FROM ${sessions.name}${which}`, params);
}

/** Sessions are read more often than anything else: the usual statement is built once. */
function createGetSessionAndUser(
  sql: Sql,
): SessionMethods["getSessionAndUser"] {
  const usual = toQueryWithUser(sql, undefined);
  const toUsual = toSessionAndUser(sql, undefined);
  return (sessionToken, fields) =>
    fields === undefined
      ? sql.read(usual, [sessionToken], toUsual)
      : readUsers(sql, {
        text: toQueryWithUser(sql, fields),
        params: [sessionToken],
        fields,
      }, toSessionAndUser(sql, fields));
}

function toQueryWithUser(
  { tables }: Sql,
  fields: StoredFields | undefined,
): string {
  const { users, sessions } = tables;
  const [token, owner] = [
    sessions.column("sessionToken"),
    sessions.column("userId"),
  ];
  return `SELECT ${list(sessions, sessionColumns, "s")}, ` +
    `${listUser(tables, fields, "u")} FROM ${sessions.name} s ` +
    `JOIN ${users.name} u ON u.${users.column("id")} = s.${owner} ` +
    `WHERE s.${token} = $1`;
}

function toSessionAndUser(
  { tables }: Sql,
  fields: StoredFields | undefined,
) {
  const toUser = toUserWith(tables, fields);
  return first((row) => ({ session: toSession(row), user: toUser(row) }));
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
  const columns = list(tokens, verificationTokenColumns);
  return {
    createVerificationToken: (token) =>
      sql.read(
        `${insertInto(tokens, verificationTokenColumns)} RETURNING ${columns}`,
        toParams(tokens, verificationTokenColumns, token),
        first(toVerificationToken),
      ),
    useVerificationToken: ({ identifier, token }) =>
      sql.read(
        `DELETE FROM ${tokens.name} ` +
          `WHERE ${tokens.column("identifier")} = $1 ` +
          `AND ${tokens.column("token")} = $2 RETURNING ${columns}`,
        [identifier, token],
        first(toVerificationToken),
      ),
  };
}
