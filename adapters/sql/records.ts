import type {
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../../core/model/adapter.ts";
import type { Row } from "./sql.ts";

/** Columns in the order used by statements. */
export const userColumns = [
  "id",
  "name",
  "email",
  "emailVerified",
  "image",
] as const;
/** A field of such a row. */
export type UserField = typeof userColumns[number] | "fields";
/** The token fields of an account. */
export const tokenColumns = [
  "access_token",
  "expires_at",
  "id_token",
  "refresh_token",
  "scope",
  "session_state",
  "token_type",
] as const;
/** All columns of an account. */
export const accountColumns = [
  "provider",
  "providerAccountId",
  "userId",
  "type",
  ...tokenColumns,
] as const;
/** A field of such a row. */
export type AccountField = typeof accountColumns[number];
/** All columns of a session. */
export const sessionColumns = [
  "sessionToken",
  "userId",
  "expires",
  "createdAt",
  "lastSeenAt",
  "userAgent",
  "authentication",
] as const;
/** A field of such a row. */
export type SessionField = typeof sessionColumns[number];
/** All columns of a mail link. */
export const verificationTokenColumns = [
  "identifier",
  "token",
  "expires",
] as const;
/** A field of such a row. */
export type VerificationTokenField = typeof verificationTokenColumns[number];
/** All columns of a passkey. */
export const authenticatorColumns = [
  "credentialID",
  "userId",
  "providerAccountId",
  "credentialPublicKey",
  "counter",
  "credentialBackedUp",
  "credentialDeviceType",
  "transports",
  "name",
  "createdAt",
  "lastUsedAt",
] as const;
/** A field of such a row. */
export type AuthenticatorField = typeof authenticatorColumns[number];

/** Returns the first row as a record, or null. */
export function first<T>(
  convert: (row: Row) => T,
): (rows: readonly Row[]) => T | null {
  return ([row]) => row === undefined ? null : convert(row);
}

/** Returns all rows as records. */
export function each<T>(
  convert: (row: Row) => T,
): (rows: readonly Row[]) => T[] {
  return (rows) => rows.map((row) => convert(row));
}

/** Converts a users row; unknown fields are null. */
export function toUser(row: Row): AdapterUser {
  return {
    id: String(row.id),
    name: toText(row.name),
    email: toText(row.email),
    emailVerified: row.emailVerified === null ? null : toDate(
      row.emailVerified,
    ),
    image: toText(row.image),
  };
}

/** Converts an accounts row; tokens that are not stored are omitted. */
export function toAccount(row: Row): AdapterAccount {
  const tokens = tokenColumns
    .filter((column) => row[column] !== null)
    .map((column) => [
      column,
      column === "expires_at" ? Number(row[column]) : String(row[column]),
    ]);
  return {
    provider: String(row.provider),
    providerAccountId: String(row.providerAccountId),
    userId: String(row.userId),
    type: String(row.type) as AdapterAccountType,
    ...Object.fromEntries(tokens),
  };
}

/** Converts a sessions row; details that were not stored are omitted. */
export function toSession(row: Row): AdapterSession {
  const session = {
    sessionToken: String(row.sessionToken),
    userId: String(row.userId),
    expires: toDate(row.expires),
  };
  if (row.createdAt === null) return session;
  const createdAt = toDate(row.createdAt);
  return {
    ...session,
    createdAt,
    lastSeenAt: row.lastSeenAt === null ? createdAt : toDate(row.lastSeenAt),
    userAgent: toText(row.userAgent),
    authentication: toText(row.authentication),
  };
}

/** Converts a mail link row. */
export function toVerificationToken(row: Row): VerificationToken {
  return {
    identifier: String(row.identifier),
    token: String(row.token),
    expires: toDate(row.expires),
  };
}

/** Converts a passkey row. */
export function toAuthenticator(row: Row): AdapterAuthenticator {
  return {
    credentialID: String(row.credentialID),
    userId: String(row.userId),
    providerAccountId: String(row.providerAccountId),
    credentialPublicKey: String(row.credentialPublicKey),
    counter: Number(row.counter),
    credentialBackedUp: Boolean(row.credentialBackedUp),
    credentialDeviceType: String(row.credentialDeviceType),
    transports: toText(row.transports),
    name: toText(row.name),
    createdAt: row.createdAt === null ? null : toDate(row.createdAt),
    lastUsedAt: row.lastUsedAt === null ? null : toDate(row.lastUsedAt),
  };
}

function toText(value: unknown): string | null {
  return value === null ? null : String(value);
}

/**
 * Converts a date: the driver may be set up to return dates as texts, or whole
 * numbers as bigint. A text of digits is milliseconds, which is how drivers
 * return a bigint of PostgreSQL, and how some existing tables store dates.
 */
function toDate(value: unknown): Date {
  if (value instanceof Date) return value;
  const isText = typeof value === "string" && !/^\d+$/.test(value);
  return new Date(isText ? value : Number(value));
}
