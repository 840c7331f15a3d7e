/**
 * For tests only: the corpus, which has one value of each format that outlives a
 * release: cookies, entries of a store, rows, links, keys and hashes. If a test
 * of it fails, users are signed out or lose their accounts by the upgrade: never
 * make the corpus anew.
 *
 * @module
 */

import { readFile } from "node:fs/promises";

/** The time at which the corpus was made. */
export const NOW: number = Date.UTC(2026, 10, 28, 12);
/** The secret that it was made with. */
export const SECRET = "the secret of the corpus, which nobody else uses";
/** The pepper of its keyed hash. */
export const PEPPER = "the pepper of the corpus, which nobody else uses";

/** The values. */
// deno-lint-ignore no-explicit-any -- tests look at what is there
export const corpus: any = JSON.parse(
  await readFile(new URL("./formats_corpus.json", import.meta.url), "utf8"),
);
