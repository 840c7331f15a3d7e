/**
 * What `doctor --config` can find, causes before what follows from them.
 *
 * @module
 */

import type { Meaning } from "../catalogue.ts";

/** What `doctor --config` can find. */
export const insideFindings = {
  "runtime.version": {
    gravity: "breaks",
    why: "The library uses what this version does not have.",
    mend: "Install a supported version: `nvm install --lts`.",
  },
  "packages.version": {
    gravity: "breaks",
    why: "The library uses what this version does not have.",
    mend: "Install it anew: `npm install @latchkey/auth`.",
  },
  "config.invalid": {
    gravity: "breaks",
    why: "The library refuses to start with this configuration.",
    mend: "Change the option, or the variable, that the sentence names.",
  },
  "env.quoted": {
    gravity: "breaks",
    why:
      "`docker --env-file` and systemd keep quotes, other tools remove them: processes differ.",
    mend: "Write the value without quotes.",
  },
  "metadata.unreachable": {
    gravity: "breaks",
    why: "Without its metadata nobody can sign in with the provider.",
    mend:
      "Compare `issuer` with the provider's documentation, and try `curl <issuer>/.well-known/openid-configuration` here.",
  },
  "metadata.issuer": {
    gravity: "breaks",
    why:
      "The issuer in ID tokens is compared exactly, so every sign-in is refused.",
    mend: "Set `issuer` to what the provider writes, to the last slash.",
  },
  "metadata.wrong": {
    gravity: "breaks",
    why: "The sign-in with this provider does not begin.",
    mend: "Change the option that the sentence names.",
  },
  "keys.algorithm": {
    gravity: "breaks",
    why: "Every ID token is refused.",
    mend:
      "Set `client.id_token_signed_response_alg` to an algorithm that the provider uses, or leave it out.",
  },
  "keys.missing": {
    gravity: "breaks",
    why: "No ID token can be verified.",
    mend: "Publish the signing key at the provider (`jwks_uri`).",
  },
  "provider.secret": {
    gravity: "breaks",
    why: "The provider sends visitors back, and then refuses the application.",
    mend:
      "Copy the client secret anew (`AUTH_<PROVIDER>_SECRET`): it belongs to another client, or has expired; or set `client.token_endpoint_auth_method` to what the provider wants.",
  },
  "store.down": {
    gravity: "breaks",
    why: "Sign-ins and sign-outs fail with 503.",
    mend: "Start the store, and compare its address with the configuration.",
  },
  "store.wrong": {
    gravity: "breaks",
    why:
      "Sign-ins would be used twice, or never; sign-outs would be forgotten.",
    mend:
      "Test the store with `storeContract` of `@latchkey/auth/testing/store-contract`.",
  },
  "adapter.tables": {
    gravity: "breaks",
    why: "Users, or their sessions, cannot be read.",
    mend:
      "Run the migration: `migratePostgres(pool)` or `migrateSqlite(db)`, or the SQL of `adapters/schema/`.",
  },
  "adapter.down": {
    gravity: "breaks",
    why: "Users, or their sessions, cannot be read.",
    mend: "Start the database, and compare its address with the configuration.",
  },
  "secrets.guessable": {
    gravity: "risks",
    why: "Who guesses the secret makes a session of any user.",
    mend: "Make one with `openssl rand -base64 32`.",
  },
  "secrets.reused": {
    gravity: "risks",
    why: "The provider knows it, too.",
    mend: "Make one of its own with `openssl rand -base64 32`.",
  },
  "secrets.shared": {
    gravity: "risks",
    why: "Who has the secret of one application makes sessions of the other.",
    mend: "Make one for each with `openssl rand -base64 32`.",
  },
  "origin.plain": {
    gravity: "risks",
    why: "Cookies and codes go over http, where others can read them.",
    mend: "Set `AUTH_URL` to the https origin.",
  },
  "store.missing": {
    gravity: "risks",
    why:
      "Each process remembers sign-outs alone, and forgets them when it restarts.",
    mend:
      "Set `store`: `createRedisStore`, `createPostgresStore` or `createSqliteStore`.",
  },
  "store.slow": {
    gravity: "risks",
    why: "Every page that reads the session waits for it.",
    mend:
      "Move the store near the application; `session.revocationCheck: 30` asks it less often.",
  },
  "adapter.slow": {
    gravity: "risks",
    why: "Every page that reads the session waits for it.",
    mend:
      'Move the database near the application, and look at its indexes; `session.strategy: "jwt"` reads no rows.',
  },
  "keys.weak": {
    gravity: "risks",
    why: "Somebody with time can find the key, and sign ID tokens.",
    mend: "Make a key of 2048 bits at least at the provider.",
  },
  "clock.store": {
    gravity: "risks",
    why:
      "Sign-outs and used codes are forgotten too early, or sessions too late.",
    mend: "Run NTP on both: `timedatectl set-ntp true`.",
  },
  "clock.own": {
    gravity: "risks",
    why:
      "If the application runs here, tokens of providers are refused, and links end too early or too late.",
    mend: "Run NTP: `timedatectl set-ntp true`.",
  },
  "origin.missing": {
    gravity: "risks",
    why: "Requests say which host is the application's: mails are not sent.",
    mend: "Set `AUTH_URL` to the public origin.",
  },
  "config.warned": {
    gravity: "advises",
    why: "The library warns of it in the log.",
    mend: "Change what the sentence names.",
  },
  "env.unused": {
    gravity: "advises",
    why: "Who reads the variable believes something that is not so.",
    mend: "Remove the variable, or the option `origin`.",
  },
} as const satisfies Readonly<Record<string, Meaning>>;
