// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Changes one line of the library at a time, in a copy of the tree, and runs the
 * tests that have to notice. `deno task mutants [--all] [words]`: with words only
 * mutants whose rule or file contains one of them; with `--all` a mutant that
 * survives its own tests meets the whole library suite.
 *
 * @module
 */

import { dirname, join } from "node:path";
import { type CommandResult, exists, root, run } from "./command.ts";
import { mutants } from "./mutants/list.ts";
import { type Mutant, mutate } from "./mutants/mutant.ts";

/** How many mutants are tried at once, each in a copy of the tree. */
const WORKERS = 2;
/** Seconds for one run of tests; a mutant that makes them hang is noticed. */
const PATIENCE = 300;
const LIBRARY = [
  "core",
  "server",
  "component",
  "providers",
  "adapters",
  "testing",
  "server_test.ts",
  "types_test.ts",
];

type Verdict = "killed" | "survived" | "stale";

/** A mutant with the rule that it breaks. */
interface Candidate extends Mutant {
  readonly rule: string;
}

/** The working tree as it is now, without what git ignores. */
async function copyTree(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "latchkey-mutants-" });
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { code, output } = await run("git", args);
  if (code !== 0) throw new Error(`git ls-files failed:\n${output}`);
  for (const path of output.split("\0").filter(Boolean)) {
    // A file that was deleted and not committed yet is listed, too.
    if (!await exists(`${root}${path}`)) continue;
    const target = join(folder, path);
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.copyFile(`${root}${path}`, target);
  }
  return folder;
}

/** Runs tests in a copy. Types are not checked: a mutant need not have any. */
async function runTests(
  tree: string,
  tests: readonly string[],
): Promise<CommandResult> {
  const flags = ["-A", "--quiet", "--no-check", "--fail-fast", "--permit-no-files"];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", ...flags, ...tests],
    cwd: tree,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE * 1000);
  const { code, stdout, stderr } = await child.output();
  clearTimeout(timer);
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

async function tryMutant(
  tree: string,
  candidate: Candidate,
  isThorough: boolean,
): Promise<Verdict> {
  const { file, rule, tests } = candidate;
  const path = join(tree, file);
  const tell = (verdict: Verdict, reason = "") => {
    console.log(`${verdict.padEnd(9)}${file}: ${rule}${reason}`);
    return verdict;
  };
  if (!await exists(path)) return tell("stale", " (the file is gone)");
  const source = await Deno.readTextFile(path);
  const mutation = mutate(source, candidate);
  if (mutation.kind === "stale") return tell("stale", ` (${mutation.reason})`);
  await Deno.writeTextFile(path, mutation.source);
  try {
    for (const places of isThorough ? [tests, LIBRARY] : [tests]) {
      const { code } = await runTests(tree, places);
      if (code !== 0) return tell("killed");
    }
    return tell("survived");
  } finally {
    await Deno.writeTextFile(path, source);
  }
}

/** A mutant is only noticed by tests that pass without it. */
async function assertGreen(
  tree: string,
  candidates: readonly Candidate[],
): Promise<void> {
  const tests = [...new Set(candidates.flatMap((one) => one.tests))];
  for (const path of tests) {
    if (await exists(`${root}${path}`)) continue;
    throw new Error(`${path} does not exist, but a mutant names it`);
  }
  const { code, output } = await runTests(tree, tests);
  if (code !== 0) throw new Error(`Tests fail without a mutant:\n${output}`);
}

async function main(args: readonly string[]): Promise<number> {
  const words = args.filter((one) => one !== "--all");
  const isThorough = args.includes("--all");
  const candidates: Candidate[] = Object.entries(mutants)
    .map(([rule, mutant]) => ({ ...mutant, rule }))
    .filter(({ rule, file }) =>
      words.length === 0 || words.some((word) => `${file} ${rule}`.includes(word))
    );
  const trees = await Promise.all(Array.from({ length: WORKERS }, copyTree));
  const verdicts = new Map<Candidate, Verdict>();
  try {
    await assertGreen(trees[0] ?? root, candidates);
    const queue = [...candidates];
    await Promise.all(trees.map(async (tree) => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        verdicts.set(one, await tryMutant(tree, one, isThorough));
      }
    }));
  } finally {
    for (const tree of trees) await Deno.remove(tree, { recursive: true });
  }
  const list = (verdict: Verdict) =>
    candidates.filter((one) => verdicts.get(one) === verdict);
  const [survived, stale] = [list("survived"), list("stale")];
  console.log(
    `${list("killed").length} killed, ${survived.length} survived, ${stale.length} stale`,
  );
  for (const { file, rule } of survived) {
    console.log(`No test notices in ${file}: ${rule}`);
  }
  for (const { file, rule } of stale) {
    console.log(`The list has to follow the source in ${file}: ${rule}`);
  }
  return survived.length + stale.length > 0 ? 1 : 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
