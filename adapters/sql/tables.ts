/** The table names. */
export interface Tables {
  readonly users: string;
  readonly accounts: string;
  readonly sessions: string;
  readonly verificationTokens: string;
  readonly authenticators: string;
  readonly store: string;
}

/** The default prefix of table names. */
export const DEFAULT_PREFIX = "auth_";

/**
 * Builds table names. They are part of the statements' text, where no parameter
 * is possible: so only characters that cannot end an identifier are allowed.
 * Lower case, because PostgreSQL folds names, and two spellings would be one
 * table there but two here.
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
