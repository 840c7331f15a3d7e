/**
 * Tells the tests whose subject differs between run times, or between versions
 * of Node, from those of plain JavaScript.
 *
 * @module
 */

import { root } from "../../scripts/command.ts";

/** Requests, streams, servers, databases and keys. */
const places =
  /^(?:server|adapters|audit|testing|frameworks|e2e\/frameworks|core\/(?:crypto|http|runtime)|core\/pipeline\/host)[/_]/;

/**
 * Everything that a test imports but our modules, assertions and the like. A
 * test waits its turn or sets the clock with timers, in the same way everywhere.
 */
const imported =
  /\bfrom\s*"(?!\.|@latchkey\/|node:(?:assert|buffer|events|path|process|test|timers|url|util)\b)[^"\s]+"/;

/** Our own helpers that start a server or talk to one. */
const servers = /\bfrom\s*"[^"\s]*\/(?:servers|sqlite|express)_testkit\.ts"/;

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
  const differs = places.test(path) ||
    [imported, servers, used].some((pattern) => pattern.test(text));
  if (!differs) return null;
  // Express or a database driver uses the same few parts of Node in each of its
  // tests: those that name such a part are enough for its versions.
  const isOfNode = wrappers.test(path) || builtIn.test(text) || used.test(text);
  return isOfNode ? "versions" : "run times";
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
