-- The tables of @latchkey/auth/adapters/sqlite.

-- Users. The id is a UUID that the library makes.
CREATE TABLE IF NOT EXISTS auth_users (
  "id" text NOT NULL PRIMARY KEY,
  "name" text,
  "email" text, -- exactly as it was given; one user for each, whatever its letter case
  "emailVerified" integer, -- time at which the user proved ownership of the address
  "image" text,
  "fields" text -- fields of the application's own, as JSON
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS auth_users_by_address ON auth_users (lower("email"));

-- Accounts of users at providers. Provider tokens are kept only if the application asks for it.
CREATE TABLE IF NOT EXISTS auth_accounts (
  "provider" text NOT NULL,
  "providerAccountId" text NOT NULL,
  "userId" text NOT NULL REFERENCES auth_users ("id") ON DELETE CASCADE,
  "type" text NOT NULL, -- oauth, oidc, email or webauthn
  "access_token" text,
  "expires_at" integer, -- seconds since the epoch
  "id_token" text,
  "refresh_token" text,
  "scope" text,
  "session_state" text,
  "token_type" text,
  PRIMARY KEY ("provider", "providerAccountId")
) STRICT;
CREATE INDEX IF NOT EXISTS auth_accounts_by_user ON auth_accounts ("userId");

-- Sessions. "sessionToken" is a hash, with which nothing can be opened.
CREATE TABLE IF NOT EXISTS auth_sessions (
  "sessionToken" text NOT NULL PRIMARY KEY,
  "userId" text NOT NULL REFERENCES auth_users ("id") ON DELETE CASCADE,
  "expires" integer NOT NULL,
  "createdAt" integer,
  "lastSeenAt" integer,
  "userAgent" text,
  "authentication" text -- how the user proved who they are, as JSON
) STRICT;
CREATE INDEX IF NOT EXISTS auth_sessions_by_user ON auth_sessions ("userId", "createdAt");
CREATE INDEX IF NOT EXISTS auth_sessions_by_expiry ON auth_sessions ("expires");

-- Mail links that have not been used. "token" is a hash.
CREATE TABLE IF NOT EXISTS auth_verification_tokens (
  "identifier" text NOT NULL, -- the address that the link went to
  "token" text NOT NULL,
  "expires" integer NOT NULL,
  PRIMARY KEY ("identifier", "token")
) STRICT;
CREATE INDEX IF NOT EXISTS auth_verification_tokens_by_expiry ON auth_verification_tokens ("expires");

-- Passkeys. Bytes are base64.
CREATE TABLE IF NOT EXISTS auth_authenticators (
  "credentialID" text NOT NULL PRIMARY KEY,
  "userId" text NOT NULL REFERENCES auth_users ("id") ON DELETE CASCADE,
  "providerAccountId" text NOT NULL,
  "credentialPublicKey" text NOT NULL,
  "counter" integer NOT NULL,
  "credentialBackedUp" integer NOT NULL,
  "credentialDeviceType" text NOT NULL,
  "transports" text, -- separated by commas
  "name" text, -- given by the user
  "createdAt" integer,
  "lastUsedAt" integer
) STRICT;
CREATE INDEX IF NOT EXISTS auth_authenticators_by_user ON auth_authenticators ("userId");

-- Hashes of passwords, second factors, which are sealed, and personal tokens, whose secrets are hashed.
CREATE TABLE IF NOT EXISTS auth_secrets (
  "userId" text NOT NULL REFERENCES auth_users ("id") ON DELETE CASCADE,
  "kind" text NOT NULL, -- password, factors or tokens
  "value" text NOT NULL,
  PRIMARY KEY ("userId", "kind")
) STRICT;

-- The audit trail, if the option "audit" says so. A record is JSON; docs/audit.md describes it.
CREATE TABLE IF NOT EXISTS auth_audit (
  "id" text NOT NULL PRIMARY KEY,
  "time" text NOT NULL, -- ISO 8601, UTC: texts are in the order of time
  "user" text, -- the id of the user whom it is about
  "event" text NOT NULL,
  "record" text NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS auth_audit_by_time ON auth_audit ("time", "id");
CREATE INDEX IF NOT EXISTS auth_audit_by_user ON auth_audit ("user", "time", "id");

-- Revocation marks, used-up attempts and the like.
CREATE TABLE IF NOT EXISTS auth_store (
  "key" text NOT NULL PRIMARY KEY,
  "value" text NOT NULL,
  "expires" integer NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS auth_store_by_expiry ON auth_store ("expires");
