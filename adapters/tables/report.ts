/** A problem of existing tables. */
export interface MigrationProblem {
  /**
   * The table whose rows share a key that has to be unique; `address` if the
   * table of users admits no user without an address; `busy` if another process
   * creates the indexes.
   */
  readonly kind:
    | "users"
    | "accounts"
    | "sessions"
    | "verificationTokens"
    | "authenticators"
    | "address"
    | "busy";
  /** The problem, its consequence, and the way to mend it. */
  readonly message: string;
  /**
   * The users' ids, one list for each key that several rows share; empty for
   * verification tokens, which belong to no user.
   */
  readonly ids: readonly (readonly string[])[];
}

/** The result of a migration. */
export interface MigrationReport {
  /** The statements that were run; with `dryRun`, those that would be. */
  readonly statements: readonly string[];
  /** Reasons why a key or column is not as it should be; empty if all is well. */
  readonly problems: readonly MigrationProblem[];
}
