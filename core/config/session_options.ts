import type { Account, Awaitable, ProviderType, User } from "../model/model.ts";
import { valid } from "./rules.ts";
import type { StandardSchema } from "../model/standard_schema.ts";
import type { SessionBridge } from "../model/session_bridge.ts";

export type { StandardSchema };

/**
 * Checks the data with which a browser asks to update its session: returns what
 * the callbacks get, and throws to refuse. It has 10 seconds.
 */
export type BrowserUpdate =
  | ((data: unknown) => Awaitable<unknown>)
  | StandardSchema;

/** The rule of the option {@link SessionOptions.browserUpdate}. */
export const browserUpdate = valid<false | BrowserUpdate | null>(
  null,
  "be a function of the data, a schema (Standard Schema), or false",
  (value) =>
    value === false || typeof value === "function" ||
    typeof (value as Partial<StandardSchema> | null)?.["~standard"]
        ?.validate ===
      "function",
);

/** The options that are lifetimes of a session, in seconds. */
export type LifetimeName =
  | "maxAge"
  | "shortMaxAge"
  | "updateAge"
  | "absoluteMaxAge"
  | "revocationCheck";

/** A sign-in for which `session.maxAge` decides how long its session lasts. */
export interface SessionMaxAgeInput {
  /** The id of the provider; `application` for a session of `beginSession`. */
  readonly provider: string;
  /** The type of the provider; `credentials` for a session of `beginSession`. */
  readonly type: ProviderType;
  /** The user; with an adapter, as it is stored. */
  readonly user: User;
  /** The user's account at the provider. */
  readonly account: Account;
  /** Whether the session is to be remembered; false only if the visitor, or your code, said so. */
  readonly remember: boolean;
}

/**
 * Decides at a sign-in how long its session lasts without use, in seconds: above
 * 0 and at most 400 days. `absoluteMaxAge` counts as well. It has 10 seconds; if
 * it throws, or returns anything else, nobody is signed in.
 */
export type SessionMaxAge = (signIn: SessionMaxAgeInput) => Awaitable<number>;

/** Storage and lifetime of sessions. */
export interface SessionOptions {
  /**
   * Storage of the session: an encrypted token in a cookie (`jwt`), or the
   * adapter's database, with a random token in the cookie (`database`).
   * Default: `database` with an `adapter`, else `jwt`.
   */
  strategy?: "jwt" | "database" | undefined;
  /**
   * Seconds without use after which a session ends. Default 30 days, at most 400
   * days. A function decides it at each sign-in; the session keeps the result.
   */
  maxAge?: number | SessionMaxAge | undefined;
  /**
   * Whether the sign-in page has a box "Remember me". A sign-in without it
   * (field or JSON member `remember`) begins a session that lasts `shortMaxAge`,
   * and whose cookie ends with the browser. Default false: all last `maxAge`.
   */
  rememberMe?: boolean | undefined;
  /**
   * Seconds without use after which a session ends that is not to be remembered.
   * Default 1 day, or `maxAge` if that is shorter; at most `maxAge`.
   */
  shortMaxAge?: number | undefined;
  /** Seconds after which a session in use is written again. Default 1 day, or half the lifetime of a shorter session; 0 writes at each read. */
  updateAge?: number | undefined;
  /** Seconds after sign-in at which a session ends even if in use; a session of unknown age is not extended. Default 90 days; false: never. */
  absoluteMaxAge?: number | false | undefined;
  /**
   * Generates the token of a database session: at least 22 unguessable
   * characters. Default: 32 random bytes and the time of the sign-in. With a
   * custom generator and an adapter without `sessionDetails`, the cookie
   * carries the time next to the token, authenticated.
   */
  generateSessionToken?: (() => string) | undefined;
  /**
   * What a browser may send to `POST /session` to update its session: a function
   * or a schema (Standard Schema) that the data has to pass, or `false` to refuse
   * such updates (400). `updateSession` of your server is not affected. Default:
   * any data, which the `jwt` callback (or `session`, with the strategy
   * `database`) gets with `source: "browser"`, and has to check itself.
   */
  browserUpdate?: false | BrowserUpdate | undefined;
  /**
   * Seconds for which this process may cache that a session is not revoked, if
   * the `store` is asynchronous; a revocation in this process takes effect
   * immediately. Default 0: the store is queried at each read. At most 300.
   */
  revocationCheck?: number | undefined;
  /**
   * Sessions of the library that the application used before, which stay
   * signed in: bridges such as `fromAuthJs({ secret })` of
   * `@latchkey/auth/migrate/authjs`. Needs `acceptUntil`. Default: none.
   */
  accept?: readonly SessionBridge[] | undefined;
  /**
   * The moment at which `accept` ends, as a `Date` or a text like
   * `"2027-03-01"`. Choose one after which few visitors can still have a
   * session that they have not used since the move: the lifetime of the old
   * sessions.
   */
  acceptUntil?: Date | string | undefined;
}
