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

/** Three providers of the catalogue, in addition to what the starter has. */
const providers = `import { GitHub } from "@latchkey/auth/providers/github";
import { Google } from "@latchkey/auth/providers/google";
import { MicrosoftEntraId } from "@latchkey/auth/providers/microsoft-entra-id";
import type { ServerAuthConfig } from "@latchkey/auth/server";
export const config = {
  providers: [Google, GitHub({ clientId: "a" }), MicrosoftEntraId({ tenant: "b" })],
} satisfies ServerAuthConfig;
`;

/**
 * Type-checks the starter as users copy it, with three providers more, and an
 * application without the library.
 */
export async function measureTypes(tarball: string): Promise<TypeCost> {
  const dir = `${root}.cache/starter`;
  await makeStarter(dir, tarball);
  const own = await checkTypes(dir, "tsconfig.json");
  const other = await checkTypes(dir, "bare.json");
  return {
    instantiations: own.instantiations - other.instantiations,
    ratio: own.seconds / other.seconds,
  };
}

async function makeStarter(dir: string, tarball: string): Promise<void> {
  await makeEmpty(dir);
  for (const name of ["src", "package.json", "tsconfig.json"]) {
    await runOrThrow("cp", ["-r", `${example}/${name}`, dir]);
  }
  await Deno.writeTextFile(`${dir}/src/providers.ts`, providers);
  const config = await Deno.readTextFile(`${dir}/tsconfig.json`);
  await Deno.writeTextFile(
    `${dir}/bare.json`,
    config.replaceAll('"src"', '"bare"'),
  );
  await Deno.mkdir(`${dir}/bare`);
  await Deno.writeTextFile(`${dir}/bare/app.ts`, bare);
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
