// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Changes one line of the library at a time, in a copy of the tree, and runs
 * the tests that have to detect it. Mutation testers such as Stryker change
 * every line they can, which takes hours here, and know no rule of ours.
 *
 * `deno task mutants [--all] [words]`: with words, only mutants whose file or
 * rule contains one of them; with `--all`, a mutant that survives its own tests
 * is run against the whole library suite, too.
 *
 * @module
 */

import { dirname, join } from "node:path";
import {
  type CommandResult,
  exists,
  root,
  run,
  runOrThrow,
} from "./command.ts";
import mutants from "./mutants.json" with { type: "json" };
import { describeMissing, withServers } from "./servers.ts";
import { libraryFolders } from "./workspace.ts";

/** One line of the library, changed so that it breaks a rule. */
export interface Mutant {
  /** Path from the root of the repository. */
  readonly file: string;
  /** The rule that the text protects, as a sentence. */
  readonly rule: string;
  /** Text that the file contains exactly once; it need not be a whole line. */
  readonly text: string;
  /** The replacement. */
  readonly replacement: string;
  /** Test files, at least one of which has to fail. */
  readonly tests: readonly string[];
}

type Verdict = "killed" | "survived" | "stale";

/** A file with a mutant in it, or the reason why it could not be applied. */
export type Mutation =
  | { readonly kind: "changed"; readonly source: string }
  | { readonly kind: "stale"; readonly reason: string };

/** Applies a mutant to the source of its file. */
export function mutate(
  source: string,
  { text, replacement }: Pick<Mutant, "text" | "replacement">,
): Mutation {
  const [before, after, ...more] = source.split(text);
  const reason = before === undefined || after === undefined
    ? "the text is not in the file any more"
    : more.length > 0
    ? "the text is in the file more than once"
    : text === replacement
    ? "the replacement changes nothing"
    : null;
  return reason === null
    ? { kind: "changed", source: [before, after].join(replacement) }
    : { kind: "stale", reason };
}

/**
 * Lists the mutants whose file or rule contains one of the words; without
 * words, all.
 */
export function listMutants(words: readonly string[]): Mutant[] {
  return Object.entries(mutants)
    .flatMap(([file, own]) => own.map((one) => ({ file, ...one })))
    .filter(({ file, rule }) =>
      words.length === 0 ||
      words.some((word) => `${file}: ${rule}`.includes(word))
    );
}

/**
 * The number of mutants tested concurrently, each in its own copy of the tree.
 */
const WORKERS = 2;
/**
 * The timeout in seconds for one run of a mutant's tests. Tests that hang
 * because of a mutant have detected it.
 */
const PATIENCE = 300;
/** The timeout in seconds for a run of many tests. */
const LONG_PATIENCE = 1800;
const LIBRARY = [...libraryFolders, "server_test.ts", "types_test.ts"];

/** Copies the working tree as it is now, without files that git ignores. */
async function copyTree(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "latchkey-mutants-" });
  const flags = ["-z", "--cached", "--others", "--exclude-standard"];
  const output = await runOrThrow("git", ["ls-files", ...flags]);
  for (const path of output.split("\0").filter(Boolean)) {
    // Git also lists deleted files that are not committed yet.
    if (!await exists(`${root}${path}`)) continue;
    const target = join(folder, path);
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.copyFile(`${root}${path}`, target);
  }
  return folder;
}

/** Runs tests in a copy. Types are not checked: a mutant may break them. */
async function runTests(
  tree: string,
  tests: readonly string[],
): Promise<CommandResult> {
  const isLong = tests.length >= LIBRARY.length;
  const flags = ["-A", "--quiet", "--no-check", "--fail-fast"];
  const more = isLong ? ["--parallel"] : [];
  return await run(Deno.execPath(), ["test", ...flags, ...more, ...tests], {
    cwd: tree,
    seconds: isLong ? LONG_PATIENCE : PATIENCE,
  });
}

/** Tests one mutant in a copy, and restores the copy. */
async function tryMutant(
  tree: string,
  mutant: Mutant,
  isThorough: boolean,
): Promise<Verdict> {
  const path = join(tree, mutant.file);
  const source = await exists(path) ? await Deno.readTextFile(path) : "";
  const mutation = mutate(source, mutant);
  if (mutation.kind === "stale") return tell("stale", mutant, mutation.reason);
  await Deno.writeTextFile(path, mutation.source);
  try {
    for (const tests of isThorough ? [mutant.tests, LIBRARY] : [mutant.tests]) {
      const { code } = await runTests(tree, tests);
      if (code !== 0) return tell("killed", mutant);
    }
    return tell("survived", mutant);
  } finally {
    await Deno.writeTextFile(path, source);
  }
}

function tell(verdict: Verdict, { file, rule }: Mutant, why = ""): Verdict {
  console.log(`${verdict.padEnd(9)}${file}: ${rule}${why && ` (${why})`}`);
  return verdict;
}

/** Checks that the tests pass without mutants: only those can detect one. */
async function assertGreen(
  tree: string,
  tests: readonly string[],
): Promise<void> {
  for (const path of tests) {
    if (await exists(join(tree, path))) continue;
    throw new Error(`scripts/mutants.json names ${path}, which does not exist`);
  }
  const { code, output } = await runTests(tree, tests);
  if (code !== 0) throw new Error(`Tests fail without a mutant:\n${output}`);
}

async function tryAll(
  all: readonly Mutant[],
  isThorough: boolean,
): Promise<Map<Mutant, Verdict>> {
  const verdicts = new Map<Mutant, Verdict>();
  const trees = await Promise.all(Array.from({ length: WORKERS }, copyTree));
  try {
    const tests = new Set(all.flatMap((one) => one.tests));
    await assertGreen(trees[0] ?? root, [...tests]);
    const queue = [...all];
    await Promise.all(trees.map(async (tree) => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        verdicts.set(one, await tryMutant(tree, one, isThorough));
      }
    }));
  } finally {
    for (const tree of trees) await Deno.remove(tree, { recursive: true });
  }
  return verdicts;
}

/** Prints the results of the mutants; returns the exit code. */
function report(verdicts: ReadonlyMap<Mutant, Verdict>): number {
  const list = (wanted: Verdict) =>
    [...verdicts].filter(([, verdict]) => verdict === wanted)
      .map(([{ file, rule }]) => `  ${file}: ${rule}`);
  const [survived, stale] = [list("survived"), list("stale")];
  const killed = list("killed").length;
  const totals =
    `${killed} killed, ${survived.length} survived, ${stale.length} stale`;
  const lines = [
    totals,
    ...(survived.length > 0 ? ["No test notices without:", ...survived] : []),
    ...(stale.length > 0 ? ["Not in the source as listed:", ...stale] : []),
    describeMissing(),
  ];
  console.log(lines.filter((line) => line !== null).join("\n"));
  return survived.length + stale.length > 0 ? 1 : 0;
}

if (import.meta.main) {
  const isThorough = Deno.args.includes("--all");
  const words = Deno.args.filter((one) => one !== "--all");
  const all = listMutants(words);
  if (all.length === 0) {
    throw new Error(`no mutant's file or rule contains ${words.join(" or ")}`);
  }
  const needsServers = all.some(({ tests }) =>
    tests.some((path) => path.startsWith("adapters/"))
  );
  const work = () => tryAll(all, isThorough);
  Deno.exit(report(await (needsServers ? withServers(work) : work())));
}
