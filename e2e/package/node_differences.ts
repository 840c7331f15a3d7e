/**
 * Tells the tests whose subject differs between run times from those of plain
 * JavaScript.
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

/** Whether a test file is about anything that run times do differently. */
export function differs(path: string, text: string): boolean {
  return [imported, servers, used].some((pattern) => pattern.test(text)) ||
    places.test(path);
}

/** Returns those of the transpiled test files that do. */
export async function filterDiffering(
  files: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    const path = file.replace(/\.js$/, ".ts");
    if (differs(path, await Deno.readTextFile(root + path))) found.push(file);
  }
  return found;
}
