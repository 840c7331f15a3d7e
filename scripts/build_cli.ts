// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Builds the npm package of the command line: one file, which `npx` fetches
 * without another package.
 *
 * @module
 */

import manifest from "../cli/deno.json" with { type: "json" };
import { createPackageFinder, engines, pack, toLinks } from "./build_npm.ts";
import { bundle } from "./bundle_npm.ts";
import { root } from "./command.ts";
import { repository } from "./documents_npm.ts";
import { makeEmpty } from "./node.ts";

/** The folder of the package. */
export const cliFolder: string = `${root}cli/npm`;

/** Returns the tarball that would be published; builds it if nothing has. */
export const findCliTarball: () => Promise<string> = createPackageFinder(
  "CLI_TARBALL",
  buildCli,
);

/** Builds the package and packs it; returns the tarball. */
export async function buildCli(): Promise<string> {
  await makeEmpty(cliFolder);
  const entries = ["cli/main.ts"];
  await bundle(cliFolder, { entries, external: [], toBuilt: () => "main.js" });
  await Deno.chmod(`${cliFolder}/main.js`, 0o755);
  const { name, version, license } = manifest;
  const fields = {
    ...{ name, version, license },
    ...toLinks(repository),
    description: "The command line of the sign-in library @latchkey/auth.",
    type: "module",
    // The only one, so that `npx` needs no name.
    bin: { latchkey: "main.js" },
    engines,
    files: ["main.js"],
  };
  const text = `${JSON.stringify(fields, null, 2)}\n`;
  await Deno.writeTextFile(`${cliFolder}/package.json`, text);
  await Deno.copyFile(`${root}cli/README.md`, `${cliFolder}/README.md`);
  await Deno.copyFile(`${root}LICENSE`, `${cliFolder}/LICENSE`);
  return await pack(cliFolder, manifest);
}

if (import.meta.main) console.log((await buildCli()).slice(root.length));
