/**
 * The parts of `@latchkey/auth` that a rehearsal calls, in any version.
 *
 * @module
 */

/** A configuration; see the library's `AuthConfig`. */
export type Config = Readonly<Record<string, unknown>>;

/** A provider of a configuration, with what is replaced in it. */
export interface Provider {
  readonly id: string;
  readonly type: string;
  readonly password?: Readonly<Record<string, unknown>>;
}

/** See the library's `Adapter`. */
export interface Adapter {
  getUser(id: string): Awaitable<StoredUser | null>;
  listAccountsByUserId(id: string): Awaitable<readonly StoredAccount[]>;
  listAuthenticatorsByUserId(id: string): Awaitable<readonly unknown[]>;
  getSecret(id: string, kind: string): Awaitable<string | null>;
}

type Awaitable<T> = T | Promise<T>;

/** A user, as the library stores one. */
export interface StoredUser {
  readonly id: string;
  readonly name?: string | null;
  readonly email?: string | null;
  readonly emailVerified?: Date | null;
  readonly image?: string | null;
}

/** An account of a user at a provider. */
export interface StoredAccount {
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type?: string;
  readonly access_token?: string | null;
}

/** A row of a result. */
export type Row = Readonly<Record<string, unknown>>;

/** A database. */
export interface Database {
  /** The client that the library's adapter, store and migration take. */
  readonly client: unknown;
  /** Runs a statement that returns rows. A parameter is `$1`, and occurs once. */
  read(text: string, ...values: unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** The kinds of databases. */
export type DatabaseKind = "sqlite" | "postgres";

/** The database of the application, which is only read. */
export interface Source extends Database {
  hasTable(name: string): Promise<boolean>;
  /**
   * Makes two copies.
   *
   * @param folder a folder for their files
   * @param tables the names of the tables; those that do not exist are left out
   */
  copy(
    folder: string,
    tables: ReadonlySet<string>,
  ): Promise<readonly [Database, Database]>;
}

interface Table {
  readonly name: string;
}

/** The tables of another library; see the library's `ExistingTables`. */
export interface Tables {
  readonly users: Table & { readonly columns?: { readonly id?: string } };
  readonly accounts?: Table;
  readonly sessions?: Table;
  readonly verificationTokens?: Table;
  readonly authenticators?: Table;
  readonly store?: string;
}

/** The options of adapter, store and migration. */
export interface TableOptions {
  readonly tables?: Tables | undefined;
  readonly prefix?: string | undefined;
}

/** A version of the library. */
export interface Library {
  readonly version: string;
  readonly customFetch: symbol;
  createAuth(config: Config): {
    handler(request: Request): Promise<Response>;
    readonly tokens: { list(userId: string): Promise<readonly unknown[]> };
    readonly factors: {
      list(request: Request): Promise<unknown>;
    };
    listPasskeys(request: Request): Promise<readonly unknown[]>;
  };
  createAdapter(client: unknown, options: TableOptions): Adapter;
  createStore(client: unknown, options: TableOptions): unknown;
  migrate(
    client: unknown,
    options: TableOptions & { readonly dryRun?: boolean },
  ): unknown;
  /** The maps of tables, by name. */
  readonly maps: Readonly<Record<string, Tables>>;
  signInAs(config: Config, options: {
    readonly user: { readonly id: string };
    readonly origin: string;
  }): Promise<{ readonly cookie: string }>;
}
