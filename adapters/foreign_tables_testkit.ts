/**
 * The statements with which other libraries create their tables. Nothing is
 * imported here: programs that load other versions of this library use them, too.
 *
 * @module
 */

/** The columns that tables of the Auth.js family have for tokens. */
export const tokens =
  "refresh_token text, access_token text, id_token text, scope text, session_state text, token_type text";

/** Returns the tables of Better Auth, with the types of a database. */
export function betterAuth(
  { date, flag }: { date: string; flag: string },
): string {
  const times = `"createdAt" ${date} NOT NULL, "updatedAt" ${date} NOT NULL`;
  return `
    CREATE TABLE "user" (id text NOT NULL PRIMARY KEY, name text NOT NULL,
      email text NOT NULL UNIQUE, "emailVerified" ${flag} NOT NULL, image text, ${times});
    CREATE TABLE session (id text NOT NULL PRIMARY KEY, "expiresAt" ${date} NOT NULL,
      token text NOT NULL UNIQUE, ${times}, "ipAddress" text, "userAgent" text,
      "userId" text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE);
    CREATE TABLE account (id text NOT NULL PRIMARY KEY, "accountId" text NOT NULL,
      "providerId" text NOT NULL,
      "userId" text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
      "accessToken" text, "refreshToken" text, "idToken" text,
      "accessTokenExpiresAt" ${date}, "refreshTokenExpiresAt" ${date}, scope text,
      password text, ${times});
    CREATE TABLE verification (id text NOT NULL PRIMARY KEY, identifier text NOT NULL,
      value text NOT NULL, "expiresAt" ${date} NOT NULL, ${times});`;
}

/** Returns the tables of Prisma's documentation in PostgreSQL, with more columns if wanted. */
export function prisma({ id, times }: { id: string; times: string }): string {
  return `
    CREATE TABLE "User" (id text PRIMARY KEY, name text, email text NOT NULL,
      "emailVerified" timestamp(3), image text${times});
    CREATE UNIQUE INDEX "User_email_key" ON "User" (email);
    CREATE TABLE "Account" (${id}"userId" text NOT NULL REFERENCES "User" ON DELETE CASCADE,
      type text NOT NULL, provider text NOT NULL, "providerAccountId" text NOT NULL,
      expires_at integer, ${tokens}${times}${
    id === "" ? `, PRIMARY KEY (provider, "providerAccountId")` : ""
  });
    CREATE TABLE "Session" (${id}"sessionToken" text NOT NULL,
      "userId" text NOT NULL REFERENCES "User" ON DELETE CASCADE,
      expires timestamp(3) NOT NULL${times});
    CREATE UNIQUE INDEX "Session_sessionToken_key" ON "Session" ("sessionToken");
    CREATE TABLE "VerificationToken" (identifier text NOT NULL, token text NOT NULL,
      expires timestamp(3) NOT NULL, PRIMARY KEY (identifier, token));
    CREATE TABLE "Authenticator" ("credentialID" text NOT NULL,
      "userId" text NOT NULL REFERENCES "User" ON DELETE CASCADE,
      "providerAccountId" text NOT NULL, "credentialPublicKey" text NOT NULL,
      counter integer NOT NULL, "credentialDeviceType" text NOT NULL,
      "credentialBackedUp" boolean NOT NULL, transports text,
      PRIMARY KEY ("userId", "credentialID"));
    CREATE UNIQUE INDEX "Authenticator_credentialID_key" ON "Authenticator" ("credentialID");`;
}

/** The tables in SQLite, by the name of their map. */
export const onSqliteOfOthers = {
  drizzleSqliteTables: `
      CREATE TABLE user (id text PRIMARY KEY NOT NULL, name text, email text,
        emailVerified integer, image text);
      CREATE UNIQUE INDEX user_email_unique ON user (email);
      CREATE TABLE account (userId text NOT NULL, type text NOT NULL,
        provider text NOT NULL, providerAccountId text NOT NULL, expires_at integer,
        ${tokens}, PRIMARY KEY (provider, providerAccountId),
        FOREIGN KEY (userId) REFERENCES user (id) ON DELETE CASCADE);
      CREATE TABLE session (sessionToken text PRIMARY KEY NOT NULL, userId text NOT NULL,
        expires integer NOT NULL, FOREIGN KEY (userId) REFERENCES user (id) ON DELETE CASCADE);
      CREATE TABLE verificationToken (identifier text NOT NULL, token text NOT NULL,
        expires integer NOT NULL, PRIMARY KEY (identifier, token));
      CREATE TABLE authenticator (credentialID text NOT NULL, userId text NOT NULL,
        providerAccountId text NOT NULL, credentialPublicKey text NOT NULL,
        counter integer NOT NULL, credentialDeviceType text NOT NULL,
        credentialBackedUp integer NOT NULL, transports text,
        PRIMARY KEY (userId, credentialID),
        FOREIGN KEY (userId) REFERENCES user (id) ON DELETE CASCADE);
      CREATE UNIQUE INDEX authenticator_credentialID_unique ON authenticator (credentialID);`,
  kyselySqliteTables: `
      CREATE TABLE User (id text PRIMARY KEY, name text, email text UNIQUE NOT NULL,
        emailVerified text, image text);
      CREATE TABLE Account (id text PRIMARY KEY, userId text NOT NULL REFERENCES User (id)
        ON DELETE CASCADE, type text NOT NULL, provider text NOT NULL,
        providerAccountId text NOT NULL, expires_at bigint, ${tokens});
      CREATE TABLE Session (id text PRIMARY KEY, userId text NOT NULL REFERENCES User (id)
        ON DELETE CASCADE, sessionToken text NOT NULL UNIQUE, expires text NOT NULL);
      CREATE TABLE VerificationToken (identifier text NOT NULL, token text NOT NULL UNIQUE,
        expires text NOT NULL);`,
  betterAuthSqliteTables: betterAuth({ date: "date", flag: "integer" }),
} as const;
