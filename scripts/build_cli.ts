// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Builds the npm packages of the command line, which `npx` and `npm create`
 * fetch without another package: one file, and one for each command that is
 * loaded when it is called.
 *
 * @module
 */

import manifest from "../cli/deno.json" with { type: "json" };
import {
  createPackageFinder,
  engines,
  pack,
  publishConfig,
  toLinks,
} from "./build_npm.ts";
import { bundle } from "./bundle_npm.ts";
import { root } from "./command.ts";
import { repository } from "../core/errors/docs.ts";
import { makeEmpty } from "./node.ts";

interface CliPackage {
  readonly name: string;
  readonly description: string;
  /** Its only command, so that `npx` needs no name. */
  readonly command: string;
  /** Its source. */
  readonly entry: string;
  readonly readme: string;
  readonly folder: string;
}

const cli: CliPackage = {
  name: manifest.name,
  description: "The command line of the sign-in library @latchkey/auth.",
  command: "latchkey",
  entry: "cli/main.ts",
  readme: "cli/README.md",
  folder: `${root}cli/npm`,
};

/** npm runs the package of this name for `npm create @latchkey`. */
const create: CliPackage = {
  name: "@latchkey/create",
  description: "npm create @latchkey: an application whose users can sign in.",
  command: "create-latchkey",
  entry: "cli/create_main.ts",
  readme: "cli/create/README.md",
  folder: `${root}cli/npm-create`,
};

/** The folders of the packages. */
export const cliFolders: readonly string[] = [cli.folder, create.folder];

/** Returns the tarball that would be published; builds it if nothing has. */
export const findCliTarball: () => Promise<string> = createPackageFinder(
  "CLI_TARBALL",
  () => buildCli(cli),
);

/** Likewise for `npm create`. */
export const findCreateTarball: () => Promise<string> = createPackageFinder(
  "CREATE_TARBALL",
  () => buildCli(create),
);

/** Builds a package and packs it; returns the tarball. */
async function buildCli(own: CliPackage): Promise<string> {
  const { name, description, command, entry, readme, folder } = own;
  await makeEmpty(folder);
  await bundle(folder, {
    entries: [entry],
    external: [],
    toBuilt: () => "main.js",
  });
  await Deno.chmod(`${folder}/main.js`, 0o755);
  const { version, license } = manifest;
  const fields = {
    ...{ name, version, license },
    ...toLinks(repository),
    description,
    type: "module",
    bin: { [command]: "main.js" },
    engines,
    publishConfig,
    files: ["**/*.js"],
  };
  const text = `${JSON.stringify(fields, null, 2)}\n`;
  await Deno.writeTextFile(`${folder}/package.json`, text);
  await Deno.copyFile(`${root}${readme}`, `${folder}/README.md`);
  await Deno.copyFile(`${root}LICENSE`, `${folder}/LICENSE`);
  return await pack(folder, { name, version });
}

if (import.meta.main) {
  for (const find of [findCliTarball, findCreateTarball]) {
    console.log((await find()).slice(root.length));
  }
}
