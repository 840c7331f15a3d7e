/**
 * How long a session lasts that does not last as `session.maxAge` says. It is
 * decided at the sign-in, and stays the same however often the session is
 * renewed.
 */
export interface SessionLife {
  /** Seconds without use after which the session ends. */
  readonly maxAge: number;
  /** Whether its cookie ends with the browser; absent: it does not. */
  readonly isBrief?: true | undefined;
}
