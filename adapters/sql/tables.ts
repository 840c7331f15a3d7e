/** What the tables are called. */
export interface Tables {
  readonly users: string;
  readonly accounts: string;
  readonly sessions: string;
  readonly verificationTokens: string;
  readonly authenticators: string;
  readonly store: string;
}

/** What table names begin with if nothing is said. */
export const DEFAULT_PREFIX = "auth_";

/**
 * Table names are part of the statements' text, where no parameter can stand:
 * so only letters that cannot end a name. Lower case, because PostgreSQL folds
 * names and two spellings would be one table there and one here.
 */
export function toTables(prefix: string = DEFAULT_PREFIX): Tables {
  if (!/^[a-z_][a-z0-9_]{0,31}$/.test(prefix)) {
    throw new TypeError(
      "prefix: at most 32 lower-case letters, digits and underscores, " +
        "not beginning with a digit",
    );
  }
  return {
    users: `${prefix}users`,
    accounts: `${prefix}accounts`,
    sessions: `${prefix}sessions`,
    verificationTokens: `${prefix}verification_tokens`,
    authenticators: `${prefix}authenticators`,
    store: `${prefix}store`,
  };
}
