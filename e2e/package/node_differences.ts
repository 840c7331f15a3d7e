/**
 * Tells the tests whose subject differs between run times, or between versions
 * of Node, from those of plain JavaScript.
 *
 * @module
 */

import { root } from "../../scripts/command.ts";

/** Requests and databases, which reach the library through packages for Node. */
const places = /^(?:server|adapters|frameworks|e2e\/frameworks)[/_]/;

/** Parts that a runtime implements itself. */
const used =
  /\b(?:crypto\.subtle|(?:Readable|Writable|Transform)Stream|(?:Compression|TextDecoder)Stream|Intl\.|AbortSignal|localeCompare|navigator|toLocale\w+)\b/;

/** Our own layer over such parts, whose tests need not name them. */
const wrappers = /^core\/(?:crypto|http|runtime)\//;

/** Parts of Node that its versions implement differently; jose signs by its WebCrypto. */
const builtIn =
  /\bnode:(?:crypto|http|https|net|sqlite|stream|worker_threads|zlib)\b|"jose"|\/sqlite_testkit\.ts"/;

/** Whether a subject differs between versions of Node, or only between Node and Deno. */
export type Difference = "versions" | "run times";

/** Finds how the subject of a test file differs; null: it does not. */
export function findDifference(path: string, text: string): Difference | null {
  if (
    wrappers.test(path) || builtIn.test(text) || used.test(text)
  ) return "versions";
  return places.test(path) ? "run times" : null;
}

/** Returns the test files whose subject differs. */
export async function listDiffering(
  files: readonly string[],
): Promise<ReadonlyMap<string, Difference>> {
  const found = new Map<string, Difference>();
  for (const file of files) {
    const path = file.replace(/\.js$/, ".ts");
    const text = await Deno.readTextFile(root + path);
    const difference = findDifference(path, text);
    if (difference !== null) found.set(file, difference);
  }
  return found;
}
