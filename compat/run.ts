/**
 * The process that makes or opens a corpus with an installed version, on Node:
 * `run.ts make <folder> <file>`, or `run.ts open <folder> <file>`, which prints
 * the failures as JSON.
 *
 * @module
 */

import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { loadInstalled } from "./library.ts";
import { type Corpus, createOpener, makeCorpus } from "./play.ts";

/** Why flows failed, by name. */
export type Failures = Readonly<Record<string, string>>;

async function openAll(folder: string, corpus: Corpus): Promise<Failures> {
  const { names, open } = await createOpener(
    await loadInstalled(folder),
    corpus,
  );
  const failures: Record<string, string> = {};
  for (const name of names) {
    await open(name).catch(({ message }) => failures[name] = message);
  }
  return failures;
}

const [what, folder = "", file = ""] = process.argv.slice(2);
if (what === "make") {
  const corpus = await makeCorpus(await loadInstalled(folder));
  await writeFile(file, `${JSON.stringify(corpus)}\n`);
} else {
  const corpus = JSON.parse(await readFile(file, "utf8"));
  process.stdout.write(`\n${JSON.stringify(await openAll(folder, corpus))}\n`);
}
