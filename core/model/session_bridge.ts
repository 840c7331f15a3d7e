/**
 * Opens the sessions of another library, for `session.accept`. The functions
 * of `@latchkey/auth/migrate/…` create bridges; an application only lists them.
 */
export interface SessionBridge {
  /** The library that made the sessions, as log lines name it. */
  readonly name: string;
  /** Secrets of that library, which the log leaves out. */
  readonly hidden: readonly string[];
  /**
   * Creates the code that accepts sessions for a configuration. It comes with
   * the bridges, so that applications without one do not load it.
   *
   * @param bridges all bridges of the configuration
   * @param until milliseconds since the epoch at which accepting ends
   * @returns the code, whose type a higher layer defines
   * @throws TypeError if one of the bridges is none
   */
  createAcceptance(bridges: readonly SessionBridge[], until: number): object;
}
