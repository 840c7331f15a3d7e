/**
 * What the registries demand of the packages: checks that the gate and a release
 * share.
 *
 * @module
 */

import { cliFolders, findCliTarball, findCreateTarball } from "./build_cli.ts";
import { findTarball, npmFolder } from "./build_npm.ts";
import { deno, root, run, runOrThrow } from "./command.ts";
import { entries } from "./workspace.ts";

/** Types of frameworks that our types speak of; the tool knows their packages only as private. */
const foreignTypes = [
  "Accessor",
  "Action",
  "Context",
  "HttpException",
  "Loader_2",
  "MiddlewareHandler",
  "QRL",
  "RequestEventCommon",
  "ShallowRef",
];

/** Throws unless every public name has a comment, and every public type is within reach. */
export async function checkDocumentation(): Promise<void> {
  const args = ["doc", "--quiet", "--lint", ...Object.values(entries)];
  const { code, output } = await run(Deno.execPath(), args);
  const errors = [...output.matchAll(/^error\[.*$/gm)].map(([line]) => line);
  const known = foreignTypes.map((name) => `references private type '${name}'`);
  const others = errors.filter((line) =>
    !known.some((end) => line.endsWith(end))
  );
  if (others.length > 0 || (code !== 0 && errors.length === 0)) {
    throw new Error(output);
  }
}

/** Asks JSR's rules about both packages; nothing of this needs JSR itself. */
export async function checkJsr(): Promise<void> {
  for (const cwd of [root, `${root}cli`]) {
    const flags = ["--dry-run", "--allow-dirty", "--quiet"];
    await runOrThrow(Deno.execPath(), ["publish", ...flags], { cwd });
  }
}

/** Returns the tarballs that would be published, the library's first; builds what nothing has. */
export async function findTarballs(): Promise<string[]> {
  return [
    await findTarball(),
    await findCliTarball(),
    await findCreateTarball(),
  ];
}

/** Asks publint and attw. They run without our import map and lock: they are not part of the project. */
export async function checkNpmPackages(): Promise<void> {
  const [tarball = ""] = await findTarballs();
  const tool = ["run", "-A", "--quiet", "--no-lock", "--no-config"];
  const attw = "npm:@arethetypeswrong/cli@0.18.5";
  for (const folder of [npmFolder, ...cliFolders]) {
    await deno(...tool, "npm:publint@0.3.25", "run", "--strict", folder);
  }
  await deno(...tool, attw, tarball, "--profile", "esm-only");
}
