/**
 * The process that makes or opens a corpus with an installed version, on Node:
 * `run.ts make <folder> <file>`, or `run.ts open <folder> <file>`, which prints
 * the failures as JSON. Names of flows may follow: then it plays no others.
 *
 * @module
 */

import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { type Library, loadInstalled } from "./library.ts";
import {
  type Corpus,
  createOpener,
  flows,
  isPossible,
  makeCorpus,
} from "./play.ts";

/** Why flows failed, by name. */
export type Failures = Readonly<Record<string, string>>;

async function openAll(library: Library, corpus: Corpus): Promise<Failures> {
  const { names, open } = await createOpener(library, corpus);
  const failures: Record<string, string> = {};
  for (const name of names.filter(isWanted).filter(isPossibleHere)) {
    await open(name).catch(({ message }) => failures[name] = message);
  }
  return failures;
}

function isPossibleHere(name: string): boolean {
  const flow = flows[name];
  return flow !== undefined && isPossible(flow);
}

const [what, folder = "", file = "", ...wanted] = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const library = await loadInstalled(folder);
if (what === "make") {
  const corpus = await makeCorpus(library, isWanted);
  await writeFile(file, `${JSON.stringify(corpus)}\n`);
} else {
  const corpus = JSON.parse(await readFile(file, "utf8"));
  process.stdout.write(`\n${JSON.stringify(await openAll(library, corpus))}\n`);
}
