/**
 * Tells the tests whose subject differs between run times, or between versions
 * of Node, from those of plain JavaScript.
 *
 * @module
 */

import { root } from "../../scripts/command.ts";

/** Requests, streams, servers, databases and keys. */
const places =
  /^(?:server|adapters|testing|core\/(?:crypto|http|runtime)|core\/pipeline\/host)[/_]/;

/**
 * Everything that a test imports but our modules, assertions and the like. A
 * test waits its turn or sets the clock with timers, in the same way everywhere.
 */
const imported =
  /\bfrom\s*"(?!\.|@latchkey\/|node:(?:assert|buffer|events|path|process|test|timers|url|util)\b)[^"\s]+"/;

/** Our own helpers that start a server or talk to one. */
const servers =
  /\bfrom\s*"[^"\s]*\/(?:servers|postgres|redis|sqlite|express)_testkit\.ts"/;

/** Parts that a runtime implements itself. */
const used =
  /\b(?:crypto\.subtle|(?:Readable|Writable|Transform)Stream|(?:Compression|TextDecoder)Stream|Intl\.|AbortSignal|localeCompare|toLocale\w+)\b/;

/**
 * Databases that are asked over the network, and libraries to move from: they
 * are alike on each Node.
 */
const packages = /^(?:adapters\/(?!sqlite)|migrate\/|testing\/)/;

/** Our own helpers for such databases. */
const databases = /\bfrom\s*"[^"\s]*\/(?:postgres|redis)_testkit\.ts"/;

/** What differs in the subject of a test: versions of Node, or only Node and Deno. */
export type Difference = "versions" | "run times";

/** Finds what a test file is about that is not the same everywhere. */
export function findDifference(path: string, text: string): Difference | null {
  const differs = places.test(path) ||
    [imported, servers, used].some((pattern) => pattern.test(text));
  if (!differs) return null;
  return packages.test(path) || databases.test(text) ? "run times" : "versions";
}

/** Returns those of the transpiled test files that are about anything of the kind. */
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
