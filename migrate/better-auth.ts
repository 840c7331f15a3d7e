/**
 * Accepts the sessions of Better Auth, so that its visitors stay signed in.
 *
 * @module
 */

import type { Awaitable } from "../core/model/model.ts";
import type { SessionBridge } from "../core/model/session_bridge.ts";
import { createDataKeys } from "./better-auth/data.ts";
import {
  type BetterAuthClient,
  type BetterAuthDatabase,
  type BetterAuthTables,
  toDatabase,
} from "./better-auth/database.ts";
import {
  type BetterAuthCookie,
  type BetterAuthStorage,
  type OldApplication,
  openCookie,
} from "./better-auth/open.ts";
import type { BetterAuthSession } from "./better-auth/records.ts";
import { type BetterAuthSecrets, toAllSecrets } from "./better-auth/secrets.ts";
import { createBridge, type ForeignCookie } from "./engine/bridge.ts";
import type { OldCookies } from "./engine/old_cookies.ts";

export type { Awaitable } from "../core/model/model.ts";
export type { SessionBridge } from "../core/model/session_bridge.ts";
export type {
  PgClient,
  PgNamedQuery,
  PostgresJsClient,
} from "../adapters/postgres.ts";
export type { SqliteDatabase, SqliteStatement } from "../adapters/sqlite.ts";
export type {
  BetterAuthClient,
  BetterAuthDatabase,
  BetterAuthTable,
  BetterAuthTables,
} from "./better-auth/database.ts";
export type {
  BetterAuthCookie,
  BetterAuthStorage,
} from "./better-auth/open.ts";
export type {
  BetterAuthAccount,
  BetterAuthRecords,
  BetterAuthSession,
} from "./better-auth/records.ts";
export type {
  BetterAuthSecrets,
  VersionedSecret,
} from "./better-auth/secrets.ts";

/**
 * Options of {@link fromBetterAuth}. They have the names and the values of the
 * old configuration.
 */
export interface BetterAuthOptions extends BetterAuthSecrets, BetterAuthTables {
  /**
   * The old database. Its rows decide: an ended session is not accepted,
   * whatever the cookies hold. For databases other than PostgreSQL and SQLite,
   * pass the two functions yourself.
   */
  readonly database?: BetterAuthDatabase | BetterAuthClient | undefined;
  /**
   * The old `secondaryStorage`, if sessions are there. It then decides, and
   * sign-outs remove the session from it and from the `database`, if that is
   * given as well.
   */
  readonly secondaryStorage?: BetterAuthStorage | undefined;
  /** The old `advanced.cookiePrefix`. Default `better-auth`. */
  readonly cookiePrefix?: string | undefined;
  /** The old `advanced.cookies`: names of single cookies. Default: none. */
  readonly cookies?: BetterAuthCookies | undefined;
  /** The old `advanced.crossSubDomainCookies.domain`, if it was set. */
  readonly domain?: string | undefined;
  /** The old `session.cookieCache.version`, without a database. Default `1`. */
  readonly version?: string | undefined;
  /**
   * Returns the user's id in the application's own tables; null if there is
   * none. Default: the user's id in Better Auth. Required without a database:
   * Better Auth then makes up an id at each sign-in, and only `account` says
   * who it is. Never go by the email address.
   */
  readonly userId?:
    | ((old: BetterAuthSession) => Awaitable<string | null>)
    | undefined;
}

/** Cookies of Better Auth with a name of their own. */
export type BetterAuthCookies = {
  readonly [Name in BetterAuthCookie]?:
    | { readonly name?: string | undefined }
    | undefined;
};

/**
 * Creates a bridge for the sessions of Better Auth 1: those in a database, in a
 * secondary storage, and those that are only in cookies.
 *
 * The sign-in keeps its time, and a session of someone who did not want to be
 * remembered ends with the browser. Sessions of banned users, and those in
 * which an administrator acts as a user, are not accepted. The callbacks
 * receive the old records without the token (`trigger: "migrate"`).
 *
 * @param options the secret, and where the sessions are
 * @throws TypeError if the secret is missing, public, or short and
 * `allowShortSecret` is not set; or if there is neither a database nor `userId`
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { createAuth } from "@latchkey/auth";
 * import { fromBetterAuth } from "@latchkey/auth/migrate/better-auth";
 *
 * const auth = createAuth({
 *   providers: [],
 *   secret: "a new secret of at least thirty-two characters",
 *   session: {
 *     accept: [fromBetterAuth({
 *       secret: "the secret of the old application: 32+",
 *       database: new DatabaseSync(":memory:"),
 *     })],
 *     acceptUntil: "2030-01-31",
 *   },
 * });
 * ```
 */
export function fromBetterAuth(options: BetterAuthOptions): SessionBridge {
  const secrets = toAllSecrets(options);
  const { database, secondaryStorage, userId, version = "1" } = options;
  if (!database && !secondaryStorage && userId === undefined) {
    throw new TypeError(
      "fromBetterAuth needs `database` or `secondaryStorage`. If Better Auth had neither, give it `userId`: its own user ids are made up at each sign-in.",
    );
  }
  const old: OldApplication = {
    secrets,
    names: (cookie) => toNames(options, cookie),
    keys: createDataKeys(secrets),
    database: database ? toDatabase(database, options) : null,
    storage: secondaryStorage ?? null,
    version,
    userId,
  };
  return createBridge({
    name: "Better Auth",
    hidden: secrets,
    candidates: (cookies) =>
      old.names("session_token").flatMap((name) =>
        cookies.values(name).map((text) => ({ name, text }))
      ),
    open: (candidate, ctx) => openCookie(candidate, ctx, old),
    clear: (cookies) => toCleared(cookies, options),
  });
}

function toNames(
  { cookies = {}, cookiePrefix = "better-auth" }: BetterAuthOptions,
  cookie: BetterAuthCookie,
): readonly string[] {
  const name = cookies[cookie]?.name ?? `${cookiePrefix}.${cookie}`;
  return [`__Secure-${name}`, name];
}

const COOKIES: readonly BetterAuthCookie[] = [
  "session_token",
  "session_data",
  "account_data",
  "dont_remember",
];

function toCleared(
  cookies: OldCookies,
  options: BetterAuthOptions,
): readonly ForeignCookie[] {
  return COOKIES.flatMap((cookie) => toNames(options, cookie))
    .flatMap((name) => cookies.chunkNames(name))
    .map((name) => ({
      name,
      attributes: {
        path: "/",
        // A cookie with this prefix is cleared only by one with this attribute.
        secure: name.startsWith("__"),
        domain: options.domain,
      },
    }));
}
