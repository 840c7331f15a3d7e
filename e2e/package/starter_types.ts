/**
 * Measures what the library's types cost the compiler, from its own diagnostics.
 *
 * @module
 */

import { root, runOrThrow } from "../../scripts/command.ts";
import { findNode, install, makeEmpty } from "../../scripts/node.ts";

/** The cost of type-checking the Express starter. */
export interface TypeCost {
  /** Type instantiations that the library adds: the same on every machine. */
  readonly instantiations: number;
  /** The type-checking time as a multiple of a bare Express application's. */
  readonly ratio: number;
  /**
   * The type instantiations of an application with three providers, as a multiple
   * of those of one without any.
   */
  readonly providers: number;
}

const example = `${root}examples/express-app`;

/** A minimal application of this kind. */
const bare = `import express from "express";
import helmet from "helmet";
const app = express();
app.use(helmet());
app.get("/", (_req, res) => {
  res.send("hello");
});
`;

/** Three providers of the catalogue. */
const imports = `import { GitHub } from "@latchkey/auth/providers/github";
import { Google } from "@latchkey/auth/providers/google";
import { MicrosoftEntraId } from "@latchkey/auth/providers/microsoft-entra-id";
`;
const three =
  'Google, GitHub({ clientId: "a" }), MicrosoftEntraId({ tenant: "b" })';

/** An application with the library. */
function toApplication(providers: string): string {
  return `import express from "express";
import { ServerAuth, type ServerAuthConfig } from "@latchkey/auth/server";
export const config = { providers: [${providers}] } satisfies ServerAuthConfig;
export const app = express();
app.use("/auth", ServerAuth(config));
`;
}

/**
 * Type-checks the starter as users copy it, with three providers more, and
 * applications without the library, without providers, and with three.
 */
export async function measureTypes(tarball: string): Promise<TypeCost> {
  const dir = `${root}.cache/starter`;
  await makeStarter(dir, tarball);
  const own = await checkTypes(dir, "tsconfig.json");
  const other = await checkTypes(dir, "bare.json");
  const none = await checkTypes(dir, "none.json");
  const some = await checkTypes(dir, "three.json");
  return {
    instantiations: own.instantiations - other.instantiations,
    ratio: own.seconds / other.seconds,
    providers: some.instantiations / none.instantiations,
  };
}

async function makeStarter(dir: string, tarball: string): Promise<void> {
  await makeEmpty(dir);
  for (const name of ["src", "package.json", "tsconfig.json"]) {
    await runOrThrow("cp", ["-r", `${example}/${name}`, dir]);
  }
  const withThree = imports + toApplication(three);
  await Deno.writeTextFile(`${dir}/src/providers.ts`, withThree);
  const config = await Deno.readTextFile(`${dir}/tsconfig.json`);
  const others = { bare, none: toApplication(""), three: withThree };
  for (const [name, text] of Object.entries(others)) {
    const own = config.replaceAll('"src"', `"${name}"`);
    await Deno.writeTextFile(`${dir}/${name}.json`, own);
    await Deno.mkdir(`${dir}/${name}`);
    await Deno.writeTextFile(`${dir}/${name}/app.ts`, text);
  }
  await install(dir, tarball);
}

async function checkTypes(
  dir: string,
  config: string,
): Promise<{ instantiations: number; seconds: number }> {
  const tsc = "node_modules/typescript/bin/tsc";
  const flags = ["-p", config, "--noEmit", "--extendedDiagnostics"];
  const node = await findNode(24);
  const output = await runOrThrow(node.path, [tsc, ...flags], { cwd: dir });
  const read = (name: string): number => {
    const [, text] = new RegExp(`^${name}: +([0-9.]+)`, "m").exec(output) ?? [];
    if (text === undefined) throw new Error(`tsc says nothing of ${name}`);
    return Number(text);
  };
  return {
    instantiations: read("Instantiations"),
    seconds: read("Total time"),
  };
}
