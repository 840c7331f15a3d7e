/**
 * Puts the tests of several files into one process of Node: starting one, and
 * loading the package there, takes longer than most files.
 *
 * @module
 */

import { makeEmpty } from "../../scripts/node.ts";

/** The number of files in one process. */
const size = 16;

/** The runner for the files of one process. */
const runnerModule = "testing/file_scope_testkit.js";

/** The place of the groups in the overlay. */
const folder = "groups";

/**
 * Files that need a process of their own: those that change the environment, and
 * those about warnings, most of which come once in a process.
 */
const alone = /own_env_testkit|bridge_testkit|warn/i;

/**
 * Sorts transpiled test files into groups, each of which is a module that runs
 * them, and those that need a process of their own.
 *
 * @returns the files to run
 */
export async function groupFiles(
  dir: string,
  files: readonly string[],
): Promise<string[]> {
  const own: string[] = [];
  const count = Math.ceil(files.length / size);
  const groups = Array.from({ length: count }, (): string[] => []);
  for (const [i, file] of files.entries()) {
    const text = await Deno.readTextFile(`${dir}/${file}`);
    if (alone.test(text)) own.push(file);
    else {
      // One in every so many, because files that take long lie side by side.
      groups[i % count]?.push(file);
      await Deno.writeTextFile(`${dir}/${file}`, withScope(file, text));
    }
  }
  await makeEmpty(`${dir}/${folder}`);
  const paths = groups.map((_, i) => `${folder}/${i + 1}_test.js`);
  for (const [i, group] of groups.entries()) {
    await Deno.writeTextFile(`${dir}/${paths[i]}`, toModule(group));
  }
  return [...paths, ...own];
}

/** Makes a file register its tests with its own scope, in place of the runner. */
export function withScope(file: string, text: string): string {
  const up = "../".repeat(file.split("/").length - 1) || "./";
  return text.replace(
    /(\bfrom\s*)"node:test"/,
    `$1"${up}${runnerModule}?${file}"`,
  );
}

function toModule(group: readonly string[]): string {
  return `import { runFiles } from "../${runnerModule}";\n` +
    `await runFiles(${JSON.stringify(group, null, 2)});\n`;
}
