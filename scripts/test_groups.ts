/**
 * Puts files of tests into groups that run in one process of Node or one isolate
 * of Deno: starting one, and loading and compiling the library there, takes
 * longer than most files.
 *
 * @module
 */

import { root } from "./command.ts";
import { imports } from "./workspace.ts";

/** The number of files in one group. */
const size = 48;

/** The stand-in for `node:test` in the files of a group, without its extension. */
export const runnerModule = "testing/file_scope_testkit";

/**
 * Files that run alone, since they are about something that a process has once:
 * warnings and their limit, the global `fetch`, or the metadata of an issuer that
 * another file gives other endpoints.
 */
export const ofProcess: readonly string[] = [
  "core/config/providers/resolve_webauthn_test",
  "core/config/unused_callbacks_test",
  "core/methods/oauth/requests/global_fetch_test",
  "core/pipeline/references_test",
  "core/session/jwt/unopened_test",
  "core/storage/process_cache_test",
  "providers/providers_test",
  "server/forwarded_test",
];

/**
 * Applications of frameworks under the contract of hosts that run in the process
 * of their test, on Deno and on Node. Those that need a build are checks of their
 * own.
 */
export const frameworkPlaces: readonly string[] = [
  "e2e/frameworks/express",
  "e2e/frameworks/fastify",
  "e2e/frameworks/hono",
  "e2e/frameworks/koa",
  "e2e/frameworks/shared",
  "e2e/frameworks/web",
];

/** Files by where they run. */
export interface Groups {
  readonly groups: readonly (readonly string[])[];
  readonly alone: readonly string[];
}

/** Sorts files of tests into groups. */
export function sortFiles(files: readonly string[]): Groups {
  const alone: string[] = [];
  const count = Math.ceil(files.length / size);
  const groups = Array.from({ length: count }, (): string[] => []);
  for (const [i, file] of files.entries()) {
    // One in every so many, because files that take long lie side by side.
    if (ofProcess.includes(file.replace(/\.[jt]s$/, ""))) alone.push(file);
    else groups[i % count]?.push(file);
  }
  return { groups, alone };
}

/** Makes a module that runs the tests of a group. */
export function toModule(runner: string, group: readonly string[]): string {
  return `import { runFiles } from ${JSON.stringify(runner)};\n` +
    `await runFiles(${JSON.stringify(group, null, 2)});\n`;
}

/** The files for `deno test`, and the import map for those in groups. */
export interface DenoFiles {
  readonly files: readonly string[];
  readonly importMap: string;
}

/**
 * Writes modules that run files in groups, and an import map that gives each of
 * those files its own instance of the stand-in for `node:test`.
 *
 * @param dir an empty folder outside of the workspace, which excludes others
 */
export async function writeDenoGroups(
  dir: string,
  all: readonly string[],
): Promise<DenoFiles> {
  const { groups, alone } = sortFiles(all);
  const toUrl = (path: string) => new URL(path, `file://${root}`).href;
  const runner = toUrl(`${runnerModule}.ts`);
  const scopes = groups.flat().map((file) => [
    toUrl(file),
    { "node:test": `${runner}?${file}` },
  ]);
  const files = groups.map((_, i) => `${dir}/${i + 1}_test.ts`);
  for (const [i, group] of groups.entries()) {
    await Deno.writeTextFile(files[i] ?? "", toModule(runner, group));
  }
  const importMap = `${dir}/import_map.json`;
  const map = {
    imports: Object.fromEntries(Object.entries(imports).flatMap(toEntries)),
    scopes: Object.fromEntries(scopes),
  };
  await Deno.writeTextFile(importMap, JSON.stringify(map));
  return { files: [...files, ...alone], importMap };
}

/** Adds the entry for the modules of a package, which `deno.json` implies. */
function toEntries([name, target]: [string, string]): [string, string][] {
  const own: [string, string] = [name, target];
  if (!target.startsWith("npm:")) return [own];
  return [own, [`${name}/`, `${target.replace("npm:", "npm:/")}/`]];
}
