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
   * @param terms until when, and beside which cookies of this library
   * @param report is called with each mistake, as a sentence
   * @returns the code, whose type a higher layer defines
   */
  createAcceptance(
    bridges: readonly SessionBridge[],
    terms: {
      /** The moment at which accepting ends. */
      readonly until: Date | string | undefined;
      /** The names of this library's session cookie. */
      readonly names: readonly string[];
    },
    report: (sentence: string) => void,
  ): object;
}
