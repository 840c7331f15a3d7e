/**
 * Describes a configuration that was loaded, with `@latchkey/auth/doctor` of the
 * version that the application has, which reads it.
 *
 * @module
 */

import type { createUserDesk, inspect } from "@latchkey/auth/doctor";

/** Reads a configuration. */
export type Inspect = typeof inspect;

/** A module, and the library that it uses. */
export interface Loaded {
  /** The name of the export that was taken. */
  readonly name: string;
  readonly auth: object;
  readonly inspect: Inspect;
  /** Makes what `users` reads and changes users by. */
  readonly createUserDesk: typeof createUserDesk;
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
  load(path: string): Promise<Omit<Loaded, "createUserDesk">>;
  /** The time in milliseconds since the epoch. */
  now(): number;
  /** A time that only goes forward, in milliseconds. */
  elapsed(): number;
  env(name: string): string | undefined;
  readonly runtime: { readonly name: string; readonly version: string };
  /** The milliseconds that each request may take. */
  readonly timeout: number;
}
