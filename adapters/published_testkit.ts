/**
 * Adapters that others have published for this interface, over the tables from
 * their documentation.
 */

import { drizzle } from "drizzle-orm/node-postgres";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { createStorage } from "unstorage";
import type { Adapter } from "@latchkey/auth/testing/adapter-contract";

// Imported by a name that the type checker does not follow: their declarations
// include the DOM's, which change CryptoKey for the library.
const load = async (name: string) => await import(name);
const { DrizzleAdapter } = await load("@auth/drizzle-adapter");
const { KyselyAdapter } = await load("@auth/kysely-adapter");
const { default: PostgresAdapter } = await load("@auth/pg-adapter");
const { UnstorageAdapter } = await load("@auth/unstorage-adapter");

/** An adapter that needs PostgreSQL. */
export interface Published {
  /** Creates its tables. */
  readonly setUp: string;
  /** The tables to empty before each case. */
  readonly tables: readonly string[];
  readonly create: (pool: pg.Pool) => Adapter;
}

const tokens =
  "refresh_token text, access_token text, id_token text, scope text, session_state text, token_type text";

/** The adapters by the name of their package. */
export const published: Readonly<Record<string, Published>> = {
  "@auth/pg-adapter": {
    setUp: `
      CREATE TABLE verification_token (identifier text NOT NULL, expires timestamptz NOT NULL,
        token text NOT NULL, PRIMARY KEY (identifier, token));
      CREATE TABLE accounts (id serial PRIMARY KEY, "userId" integer NOT NULL,
        type varchar(255) NOT NULL, provider varchar(255) NOT NULL,
        "providerAccountId" varchar(255) NOT NULL, expires_at bigint, ${tokens});
      CREATE TABLE sessions (id serial PRIMARY KEY, "userId" integer NOT NULL,
        expires timestamptz NOT NULL, "sessionToken" varchar(255) NOT NULL);
      CREATE TABLE users (id serial PRIMARY KEY, name varchar(255), email varchar(255),
        "emailVerified" timestamptz, image text);`,
    tables: ["verification_token", "accounts", "sessions", "users"],
    create: (pool) => PostgresAdapter(pool),
  },
  "@auth/drizzle-adapter": {
    setUp: `
      CREATE TABLE "user" (id text PRIMARY KEY, name text, email text UNIQUE,
        "emailVerified" timestamp, image text);
      CREATE TABLE account ("userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
        type text NOT NULL, provider text NOT NULL, "providerAccountId" text NOT NULL,
        expires_at integer, ${tokens}, PRIMARY KEY (provider, "providerAccountId"));
      CREATE TABLE session ("sessionToken" text PRIMARY KEY,
        "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE, expires timestamp NOT NULL);
      CREATE TABLE "verificationToken" (identifier text NOT NULL, token text NOT NULL,
        expires timestamp NOT NULL, PRIMARY KEY (identifier, token));
      CREATE TABLE authenticator ("credentialID" text NOT NULL UNIQUE,
        "userId" text NOT NULL REFERENCES "user" ON DELETE CASCADE,
        "providerAccountId" text NOT NULL, "credentialPublicKey" text NOT NULL,
        counter integer NOT NULL, "credentialDeviceType" text NOT NULL,
        "credentialBackedUp" boolean NOT NULL, transports text,
        PRIMARY KEY ("userId", "credentialID"));`,
    tables: ['"user"', '"verificationToken"'],
    create: (pool) => DrizzleAdapter(drizzle(pool)),
  },
  "@auth/kysely-adapter": {
    setUp: `
      CREATE TABLE "User" (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text,
        email text UNIQUE NOT NULL, "emailVerified" timestamptz, image text);
      CREATE TABLE "Account" (id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "userId" uuid NOT NULL REFERENCES "User" ON DELETE CASCADE, type text NOT NULL,
        provider text NOT NULL, "providerAccountId" text NOT NULL, expires_at bigint, ${tokens});
      CREATE TABLE "Session" (id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "userId" uuid NOT NULL REFERENCES "User" ON DELETE CASCADE,
        "sessionToken" text NOT NULL UNIQUE, expires timestamptz NOT NULL);
      CREATE TABLE "VerificationToken" (identifier text NOT NULL, token text NOT NULL UNIQUE,
        expires timestamptz NOT NULL);`,
    tables: ['"User"', '"VerificationToken"'],
    create: (pool) =>
      KyselyAdapter(new Kysely({ dialect: new PostgresDialect({ pool }) })),
  },
};

/** The adapter that needs no server. */
export function createUnstorage(): Adapter {
  return UnstorageAdapter(createStorage());
}
