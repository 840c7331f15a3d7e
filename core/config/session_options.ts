import type { SessionBridge } from "../model/session_bridge.ts";

/** Storage and lifetime of sessions. */
export interface SessionOptions {
  /**
   * Storage of the session: an encrypted token in a cookie (`jwt`), or the
   * adapter's database, with a random token in the cookie (`database`).
   * Default: `database` with an `adapter`, else `jwt`.
   */
  strategy?: "jwt" | "database" | undefined;
  /** Seconds without use after which a session ends. Default 30 days, at most 400 days. */
  maxAge?: number | undefined;
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
