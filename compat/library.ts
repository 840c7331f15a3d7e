/**
 * A version of this library, as applications import it.
 *
 * @module
 */

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** The entries of a version that the flows call. */
export interface Library {
  readonly auth: typeof import("@latchkey/auth");
  readonly sqlite: typeof import("@latchkey/auth/adapters/sqlite");
  readonly postgres: typeof import("@latchkey/auth/adapters/postgres");
  /** The driver, which is installed beside the library. */
  readonly pg: typeof import("pg").default;
  readonly tables: typeof import("@latchkey/auth/adapters/tables");
  readonly password: typeof import("@latchkey/auth/providers/password");
  readonly passkey: typeof import("@latchkey/auth/providers/passkey");
  readonly testing: typeof import("@latchkey/auth/testing");
}

/** Loads the package that is installed in a folder. */
export async function loadInstalled(folder: string): Promise<Library> {
  const { resolve } = createRequire(pathToFileURL(`${folder}/any.js`));
  const load = (entry: string) =>
    import(pathToFileURL(resolve(`@latchkey/auth${entry}`)).href);
  return {
    auth: await load(""),
    sqlite: await load("/adapters/sqlite"),
    postgres: await load("/adapters/postgres"),
    pg: (await import(pathToFileURL(resolve("pg")).href)).default,
    tables: await load("/adapters/tables"),
    password: await load("/providers/password"),
    passkey: await load("/providers/passkey"),
    testing: await load("/testing"),
  };
}
