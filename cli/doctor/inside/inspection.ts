/**
 * What `@latchkey/auth/doctor` of the application's own version returns. Only
 * what is used here.
 *
 * @module
 */

/** See the library's `Inspection`. */
export interface Inspection {
  readonly problems: readonly string[];
  readonly warnings: readonly (readonly [code: string, text: string])[];
  readonly inspected: Inspected | null;
}

/** A configuration without mistakes. */
export interface Inspected {
  readonly origin: string | null;
  readonly basePath: string;
  readonly secrets: readonly string[];
  readonly providers: readonly InspectedProvider[];
  readonly adapter: object | null;
  readonly store: Store | null;
  readonly storeTimeout: number;
  answer(request: Request): Promise<Response>;
}

/** A provider of a configuration. */
export interface InspectedProvider {
  readonly id: string;
  readonly type: "oauth" | "oidc";
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly algorithm: string | null;
  readonly fetch: (
    url: string,
    init: { signal: AbortSignal },
  ) => Promise<Response>;
  metadata(): Promise<Readonly<Record<string, unknown>>>;
}

/** The methods of a store. */
export interface Store {
  get(keys: readonly string[]): unknown;
  set(key: string, value: string, ttl: number): unknown;
  compareAndSet(
    key: string,
    expected: string | null,
    value: string,
    ttl: number,
  ): unknown;
  delete(key: string): unknown;
  readClock?(): unknown;
}

/** Reads a configuration. */
export type Inspect = (
  auth: object,
  options: { readonly origin?: string | undefined },
) => Promise<Inspection>;

/** A module, and the library that it uses. */
export interface Loaded {
  /** The name of the export that was taken. */
  readonly name: string;
  readonly auth: object;
  readonly inspect: Inspect;
  /** The version of each package, and the range that the library asks for. */
  readonly packages: readonly LoadedPackage[];
}

/** The version of a package. */
export interface LoadedPackage {
  readonly name: string;
  readonly version: string;
  /** Null: the application asks for it itself. */
  readonly range: string | null;
}

/** The facts of this process, which tests replace. */
export interface Means {
  load(path: string): Promise<Loaded>;
  /** The time in milliseconds since the epoch. */
  now(): number;
  /** A time that only goes forward, in milliseconds. */
  elapsed(): number;
  env(name: string): string | undefined;
  readonly runtime: { readonly name: string; readonly version: string };
  /** The milliseconds that each request may take. */
  readonly timeout: number;
}
