/**
 * Puts the tests of several files into one process of Node.
 *
 * @module
 */

import { makeEmpty } from "../../scripts/node.ts";
import {
  runnerModule,
  sortFiles,
  toModule,
} from "../../scripts/test_groups.ts";

/** The place of the groups in the overlay. */
const folder = "groups";

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
  const { groups, alone } = sortFiles(files);
  for (const file of groups.flat()) {
    const text = await Deno.readTextFile(`${dir}/${file}`);
    await Deno.writeTextFile(`${dir}/${file}`, withScope(file, text));
  }
  await makeEmpty(`${dir}/${folder}`);
  const paths = groups.map((_, i) => `${folder}/${i + 1}_test.js`);
  for (const [i, group] of groups.entries()) {
    const text = toModule(`../${runnerModule}.js`, group);
    await Deno.writeTextFile(`${dir}/${paths[i]}`, text);
  }
  return [...paths, ...alone];
}

/** Makes a file register its tests with its own scope, in place of the runner. */
export function withScope(file: string, text: string): string {
  const up = "../".repeat(file.split("/").length - 1) || "./";
  return text.replace(
    /(\bfrom\s*)"node:test"/,
    `$1"${up}${runnerModule}.js?${file}"`,
  );
}
