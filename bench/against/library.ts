import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** The entries of one build of this library that the comparison calls. */
export interface Library {
  readonly auth: typeof import("@latchkey/auth");
  readonly server: typeof import("@latchkey/auth/server");
  readonly jwt: typeof import("@latchkey/auth/jwt");
  readonly memory: typeof import("@latchkey/auth/adapters/memory");
  readonly testing: typeof import("@latchkey/auth/testing");
}

/** Loads the build that is installed in a folder, beside any other. */
export async function loadLibrary(folder: string): Promise<Library> {
  const { resolve } = createRequire(pathToFileURL(`${folder}/any.js`));
  const load = (entry: string) =>
    import(pathToFileURL(resolve(`@latchkey/auth${entry}`)).href);
  return {
    auth: await load(""),
    server: await load("/server"),
    jwt: await load("/jwt"),
    memory: await load("/adapters/memory"),
    testing: await load("/testing"),
  };
}
