/**
 * Tables as the documentation of other libraries creates them, with the maps
 * that describe them.
 */

import {
  betterAuthSqliteTables,
  betterAuthTables,
  drizzleSqliteTables,
  drizzleTables,
  type ExistingTables,
  kyselySqliteTables,
  kyselyTables,
  pgTables,
  prismaTables,
  typeormTables,
} from "@latchkey/auth/adapters/tables";
import {
  betterAuth,
  onSqliteOfOthers,
  prisma,
} from "./foreign_tables_testkit.ts";
import { published } from "./published_testkit.ts";

/** Existing tables. */
export interface Existing {
  readonly tables: ExistingTables;
  /** Creates the tables. */
  readonly setUp: string;
  /** Recommended cases of the contract that the tables cannot pass. */
  readonly weaknesses?: readonly string[];
}

const noId = prismaTables;
const withIds: ExistingTables = {
  ...prismaTables,
  users: { ...noId.users, fill: { updatedAt: "now" } },
  accounts: { ...noId.accounts, fill: { id: "uuid", updatedAt: "now" } },
  sessions: { ...noId.sessions, fill: { id: "uuid", updatedAt: "now" } },
};

const counter = ["a passkey's counter may have 32 bits"];

/** The tables in PostgreSQL, by the name of their map. */
export const onPostgres: Readonly<Record<string, Existing>> = {
  pgTables: {
    tables: pgTables,
    setUp: published["@auth/pg-adapter"]?.setUp ?? "",
    weaknesses: ["ids of 1,000 characters and tokens of 20,000 are kept"],
  },
  drizzleTables: {
    tables: drizzleTables,
    setUp: published["@auth/drizzle-adapter"]?.setUp ?? "",
    weaknesses: counter,
  },
  prismaTables: {
    tables: prismaTables,
    setUp: prisma({ id: "", times: "" }),
    weaknesses: counter,
  },
  "prismaTables with own ids and times": {
    tables: withIds,
    setUp: prisma({
      id: "id text PRIMARY KEY, ",
      times: `, "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
        "updatedAt" timestamp(3) NOT NULL`,
    }),
    weaknesses: counter,
  },
  kyselyTables: {
    tables: kyselyTables,
    setUp: published["@auth/kysely-adapter"]?.setUp ?? "",
  },
  typeormTables: {
    tables: typeormTables,
    setUp: `
      CREATE TABLE users (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name varchar,
        email varchar UNIQUE, "emailVerified" varchar, image varchar);
      CREATE TABLE accounts (id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "userId" uuid NOT NULL REFERENCES users, type varchar NOT NULL,
        provider varchar NOT NULL, "providerAccountId" varchar NOT NULL,
        refresh_token varchar, access_token varchar, expires_at bigint,
        token_type varchar, scope varchar, id_token varchar, session_state varchar);
      CREATE TABLE sessions (id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "sessionToken" varchar NOT NULL UNIQUE,
        "userId" uuid NOT NULL REFERENCES users, expires varchar NOT NULL);
      CREATE TABLE verification_tokens (id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        token varchar NOT NULL, identifier varchar NOT NULL, expires varchar NOT NULL);`,
  },
  betterAuthTables: {
    tables: betterAuthTables,
    setUp: betterAuth({ date: "timestamptz", flag: "boolean" }),
  },
};

const noAddress = ["several users may have no address"];

/** The tables in SQLite, by the name of their map. */
export const onSqlite: Readonly<Record<string, Existing>> = {
  drizzleSqliteTables: {
    tables: drizzleSqliteTables,
    setUp: onSqliteOfOthers.drizzleSqliteTables,
  },
  kyselySqliteTables: {
    tables: kyselySqliteTables,
    setUp: onSqliteOfOthers.kyselySqliteTables,
    weaknesses: noAddress,
  },
  betterAuthSqliteTables: {
    tables: betterAuthSqliteTables,
    setUp: onSqliteOfOthers.betterAuthSqliteTables,
    weaknesses: noAddress,
  },
};

/** Returns the statements that empty all tables. */
export function toEmpty({ tables }: Existing): string {
  const names = [
    tables.sessions?.name,
    tables.accounts.name,
    tables.authenticators?.name ?? "auth_authenticators",
    tables.verificationTokens?.name ?? "auth_verification_tokens",
    tables.users.name,
    "auth_audit",
    tables.store ?? "auth_store",
  ];
  return names.flatMap((name) =>
    name === undefined ? [] : [`DELETE FROM "${name}"`]
  ).join(";");
}
