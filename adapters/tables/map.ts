/** Descriptions of tables that an application already has. */

/**
 * Form of the users' ids, and of the columns that refer to them. `text` and
 * `uuid`: the library makes a UUID. `integer` and `bigint`: the database makes
 * the number.
 */
export type IdForm = "text" | "uuid" | "integer" | "bigint";

/**
 * Form of dates. `timestamptz`: PostgreSQL's timestamp with a time zone.
 * `timestamp`: PostgreSQL's timestamp without one, which holds UTC.
 * `milliseconds`: a whole number, counted from the epoch. `millisecondsText`:
 * the same as text. `isoText`: text like `2026-01-31T12:00:00.000Z`.
 */
export type DateForm =
  | "timestamptz"
  | "timestamp"
  | "milliseconds"
  | "millisecondsText"
  | "isoText";

/** A text column that may not be null: an empty text stands for no value. */
export interface EmptyTextColumn {
  /** Name of the column. */
  readonly emptyText: string;
}

/** A boolean column where the library has a date, which gets a column of its own. */
export interface FlagColumn {
  /** Name of the boolean column. */
  readonly flag: string;
  /** Name of the date column; the migration adds it. */
  readonly date: string;
  /** Name of a date column that is used if only the flag is set. */
  readonly otherwise: string;
}

/** A column that holds a date where the library has seconds since the epoch. */
export interface DateColumn {
  /** Name of the column. */
  readonly date: string;
}

/** Names of the columns of users, where they differ from the field. */
export interface UserColumns {
  /** The user's id. */
  readonly id?: string | undefined;
  /** The name. */
  readonly name?: string | EmptyTextColumn | undefined;
  /** The e-mail address. */
  readonly email?: string | undefined;
  /** The time at which the address was verified. */
  readonly emailVerified?: string | FlagColumn | undefined;
  /** The picture's URL. */
  readonly image?: string | undefined;
  /** The fields of the application's own that have no column, as JSON. */
  readonly fields?: string | undefined;
}

/** An existing table of users. */
export interface UserTable extends ExistingTable<UserColumns> {
  /**
   * The fields of the application's own (`user.fields`) for which the table has
   * a column of the same name; that of a `json` field holds text. Default: none;
   * all are in the column `fields`, which the migration adds.
   */
  readonly ownColumns?: readonly string[] | undefined;
}

/** Names of the columns of accounts, where they differ from the field. */
export interface AccountColumns {
  /** The provider's id. */
  readonly provider?: string | undefined;
  /** The user's id at the provider. */
  readonly providerAccountId?: string | undefined;
  /** The owner. */
  readonly userId?: string | undefined;
  /** The type of the provider. */
  readonly type?: string | undefined;
  /** The access token. */
  readonly access_token?: string | undefined;
  /** The end of the access token, in seconds since the epoch. */
  readonly expires_at?: string | DateColumn | undefined;
  /** The ID token. */
  readonly id_token?: string | undefined;
  /** The refresh token. */
  readonly refresh_token?: string | undefined;
  /** The granted scopes. */
  readonly scope?: string | undefined;
  /** The provider's session state. */
  readonly session_state?: string | undefined;
  /** The type of the access token. */
  readonly token_type?: string | undefined;
}

/** The place of passwords among accounts. */
export interface PasswordColumn {
  /** Name of the column that has the hash. */
  readonly column: string;
  /** The provider's id in the accounts that have it. */
  readonly provider: string;
}

/** An existing table of accounts. */
export interface AccountTable extends ExistingTable<AccountColumns> {
  /** Where it has the hashes of passwords. Default: they are in a table of the library's own. */
  readonly passwords?: PasswordColumn | undefined;
}

/** Names of the columns of sessions, where they differ from the field. */
export interface SessionColumns {
  /** The token, or its hash. */
  readonly sessionToken?: string | undefined;
  /** The owner. */
  readonly userId?: string | undefined;
  /** The end of the session. */
  readonly expires?: string | undefined;
  /** The time of the sign-in. */
  readonly createdAt?: string | undefined;
  /** The time of the last use. */
  readonly lastSeenAt?: string | undefined;
  /** The browser's User-Agent. */
  readonly userAgent?: string | undefined;
  /** The proof by which the user signed in. */
  readonly authentication?: string | undefined;
}

/** Names of the columns of verification tokens, where they differ from the field. */
export interface VerificationTokenColumns {
  /** The address. */
  readonly identifier?: string | undefined;
  /** The hash of the token. */
  readonly token?: string | undefined;
  /** The end of the token. */
  readonly expires?: string | undefined;
}

/** Names of the columns of passkeys, where they differ from the field. */
export interface AuthenticatorColumns {
  /** The credential's id. */
  readonly credentialID?: string | undefined;
  /** The owner. */
  readonly userId?: string | undefined;
  /** The account of the passkey. */
  readonly providerAccountId?: string | undefined;
  /** The public key. */
  readonly credentialPublicKey?: string | undefined;
  /** The signature counter. */
  readonly counter?: string | undefined;
  /** Whether the passkey is backed up. */
  readonly credentialBackedUp?: string | undefined;
  /** `singleDevice` or `multiDevice`. */
  readonly credentialDeviceType?: string | undefined;
  /** The transports, separated by commas. */
  readonly transports?: string | undefined;
  /** The name that the user gave it. */
  readonly name?: string | undefined;
  /** The time at which it was stored. */
  readonly createdAt?: string | undefined;
  /** The time of the last use. */
  readonly lastUsedAt?: string | undefined;
}

/** An existing table. */
export interface ExistingTable<Columns> {
  /**
   * The name, in the spelling of the database; `schema.name` for a table
   * outside the search path.
   */
  readonly name: string;
  /** Names of the columns that are not named like the field. */
  readonly columns?: Columns | undefined;
  /**
   * Further columns that may not be null and have no default, with the value
   * that each new row gets: a random UUID, or the current time.
   */
  readonly fill?: Readonly<Record<string, "uuid" | "now">> | undefined;
}

/**
 * The tables that an application already has. Names are letters, digits, `_`
 * and `-`, and are case-sensitive.
 */
export interface ExistingTables {
  /** Form of the users' ids. Default `text`. */
  readonly ids?: IdForm | undefined;
  /** Form of dates. Default: `timestamptz`; in SQLite `milliseconds`. */
  readonly dates?: DateForm | undefined;
  /** Table of users. */
  readonly users: UserTable;
  /** Table of accounts. */
  readonly accounts: AccountTable;
  /** Table of sessions. Default: the migration creates one of the library's own. */
  readonly sessions?: ExistingTable<SessionColumns> | undefined;
  /** Table of verification tokens. Default: as for sessions. */
  readonly verificationTokens?:
    | ExistingTable<VerificationTokenColumns>
    | undefined;
  /** Table of passkeys. Default: as for sessions. */
  readonly authenticators?: ExistingTable<AuthenticatorColumns> | undefined;
  /** Name of the store's table, which the migration creates. Default `auth_store`. */
  readonly store?: string | undefined;
}

/** The tables of a library, which has at least these. */
export interface LibraryTables extends ExistingTables {
  /** Table of sessions. */
  readonly sessions: ExistingTable<SessionColumns>;
}

/** New names of tables; one that is left out keeps its own. */
export interface TableNames {
  /** Table of users. */
  readonly users?: string | undefined;
  /** Table of accounts. */
  readonly accounts?: string | undefined;
  /** Table of sessions. */
  readonly sessions?: string | undefined;
  /** Table of verification tokens. */
  readonly verificationTokens?: string | undefined;
  /** Table of passkeys. */
  readonly authenticators?: string | undefined;
}
