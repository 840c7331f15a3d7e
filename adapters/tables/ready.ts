/** The tables of other libraries, as their documentation creates them. */

import type { LibraryTables } from "./map.ts";

/** The tables of `@auth/pg-adapter`. */
export const pgTables: LibraryTables = {
  ids: "integer",
  users: { name: "users" },
  accounts: { name: "accounts" },
  sessions: { name: "sessions" },
  verificationTokens: { name: "verification_token" },
};

const drizzle: LibraryTables = {
  users: { name: "user" },
  accounts: { name: "account" },
  sessions: { name: "session" },
  verificationTokens: { name: "verificationToken" },
  authenticators: { name: "authenticator" },
};

/** The tables of `@auth/drizzle-adapter` in PostgreSQL. */
export const drizzleTables: LibraryTables = {
  ...drizzle,
  dates: "timestamp",
};

/** The tables of `@auth/drizzle-adapter` in SQLite. */
export const drizzleSqliteTables: LibraryTables = {
  ...drizzle,
  dates: "milliseconds",
};

/**
 * The tables of `@auth/prisma-adapter` in PostgreSQL. Columns that your models
 * fill in themselves (`@default(cuid())`, `@updatedAt`) need a `fill`:
 *
 * @example
 * ```ts
 * import { type ExistingTables, prismaTables } from "@latchkey/auth/adapters/tables";
 *
 * const tables: ExistingTables = {
 *   ...prismaTables,
 *   users: { ...prismaTables.users, fill: { updatedAt: "now" } },
 *   accounts: { ...prismaTables.accounts, fill: { id: "uuid", updatedAt: "now" } },
 *   sessions: { ...prismaTables.sessions, fill: { id: "uuid", updatedAt: "now" } },
 * };
 * ```
 */
export const prismaTables: LibraryTables = {
  dates: "timestamp",
  users: { name: "User" },
  accounts: { name: "Account" },
  sessions: { name: "Session" },
  verificationTokens: { name: "VerificationToken" },
  authenticators: { name: "Authenticator" },
};

const kysely: LibraryTables = {
  users: { name: "User" },
  accounts: { name: "Account", fill: { id: "uuid" } },
  sessions: { name: "Session", fill: { id: "uuid" } },
  verificationTokens: { name: "VerificationToken" },
};

/** The tables of `@auth/kysely-adapter` in PostgreSQL. */
export const kyselyTables: LibraryTables = {
  ...kysely,
  ids: "uuid",
};

/** The tables of `@auth/kysely-adapter` in SQLite. */
export const kyselySqliteTables: LibraryTables = {
  ...kysely,
  dates: "isoText",
};

/** The tables of `@auth/typeorm-adapter` in PostgreSQL. */
export const typeormTables: LibraryTables = {
  ids: "uuid",
  dates: "millisecondsText",
  users: { name: "users" },
  accounts: { name: "accounts", fill: { id: "uuid" } },
  sessions: { name: "sessions", fill: { id: "uuid" } },
  verificationTokens: { name: "verification_tokens", fill: { id: "uuid" } },
};

const betterAuth: LibraryTables = {
  users: {
    name: "user",
    columns: {
      name: { emptyText: "name" },
      emailVerified: {
        flag: "emailVerified",
        date: "emailVerifiedAt",
        otherwise: "createdAt",
      },
    },
    fill: { createdAt: "now", updatedAt: "now" },
  },
  accounts: {
    name: "account",
    columns: {
      provider: "providerId",
      providerAccountId: "accountId",
      access_token: "accessToken",
      expires_at: { date: "accessTokenExpiresAt" },
      id_token: "idToken",
      refresh_token: "refreshToken",
    },
    fill: { id: "uuid", createdAt: "now", updatedAt: "now" },
    passwords: { column: "password", provider: "credential" },
  },
  sessions: {
    name: "session",
    columns: {
      sessionToken: "token",
      expires: "expiresAt",
      lastSeenAt: "updatedAt",
    },
    fill: { id: "uuid" },
  },
};

/**
 * The tables of Better Auth in PostgreSQL. Its passkeys and verifications have
 * other forms and stay where they are; the migration creates tables for ours.
 */
export const betterAuthTables: LibraryTables = {
  ...betterAuth,
};

/** The tables of Better Auth in SQLite. */
export const betterAuthSqliteTables: LibraryTables = {
  ...betterAuth,
  dates: "isoText",
};
