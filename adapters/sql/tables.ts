import type { AuditField } from "./audit.ts";
import type { Database } from "../tables/forms.ts";
import type {
  AccountField,
  AuthenticatorField,
  SessionField,
  UserField,
  VerificationTokenField,
} from "./records.ts";
import { createOwnTable, type Table } from "./table.ts";

/** A field of an entry of the store. */
export type StoreField = "key" | "value" | "expires";

/** A field of a secret of a user. */
export type SecretField = "userId" | "kind" | "value";

/** The place of passwords in a table of accounts. */
export interface PasswordPlace {
  /** The column of the hash, quoted. */
  readonly column: string;
  /** The provider of the account that has it. */
  readonly provider: string;
}

/** The tables. */
export interface Tables {
  readonly users: Table<UserField>;
  readonly accounts: Table<AccountField>;
  readonly sessions: Table<SessionField>;
  readonly verificationTokens: Table<VerificationTokenField>;
  readonly authenticators: Table<AuthenticatorField>;
  readonly secrets: Table<SecretField>;
  readonly audit: Table<AuditField>;
  readonly store: Table<StoreField>;
  /** Where passwords are kept, if not among the secrets. */
  readonly passwords: PasswordPlace | null;
  /** The fields of the application's own that have a column of their name. */
  readonly fieldColumns: readonly string[];
  /** The end of a SELECT that finds the user whose address is `$1`. */
  readonly byEmail: string;
}

/** The default prefix of table names. */
export const DEFAULT_PREFIX = "auth_";

/**
 * Builds the library's own tables. Their names are part of the statements'
 * text, where no parameter is possible: so only characters that cannot end an
 * identifier are allowed. Lower case, because PostgreSQL folds names, and two
 * spellings would be one table there but two here.
 */
export function toTables(
  database: Database,
  prefix: string = DEFAULT_PREFIX,
): Tables {
  if (!/^(?:[a-z_][a-z0-9_]{0,31})?$/.test(prefix)) {
    throw new TypeError(
      "prefix: at most 32 lower-case letters, digits and underscores, " +
        "not beginning with a digit",
    );
  }
  return {
    users: createOwnTable(`${prefix}users`),
    accounts: createOwnTable(`${prefix}accounts`),
    sessions: createOwnTable(`${prefix}sessions`),
    verificationTokens: createOwnTable(`${prefix}verification_tokens`),
    authenticators: createOwnTable(`${prefix}authenticators`),
    secrets: createOwnTable(`${prefix}secrets`),
    audit: createOwnTable(`${prefix}audit`),
    store: createOwnTable(`${prefix}store`),
    passwords: null,
    fieldColumns: [],
    byEmail: toByEmail(`"email"`, database),
  };
}

/**
 * Returns the end of the SELECT for an address, which is the same whatever its
 * letter case. An existing table may have several spellings of one: the given
 * one comes first.
 */
export function toByEmail(email: string, database: Database): string {
  const [fold, exact] = [
    toFolded(email, database),
    toFolded("$1", database),
  ];
  return `${fold} = ${exact} ORDER BY ${email} = $1 DESC LIMIT 1`;
}

/**
 * Returns an expression for a text in lower case. Only ASCII is folded: other
 * letters would become ASCII ones.
 */
export function toFolded(expression: string, database: Database): string {
  return database === "sqlite"
    ? `lower(${expression})`
    : `lower(${expression}::text COLLATE "C")`;
}
