// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Makes small changes in the files of `mutants.json`, one at a time, in a copy
 * of the tree, and lists those that the tests beside each name do not notice.
 * Not every survivor is a gap: some change nothing that can be observed.
 *
 * `deno task mutants [paths]`: with files or folders, only those.
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
import covered from "./mutants.json" with { type: "json" };
import { applyChange, type Change, findChanges } from "./mutations.ts";

/** A file that protects something, and the tests that notice its changes. */
type Subject = readonly [file: string, tests: readonly string[]];

/** The number of files tested at the same time, each in a copy of the tree. */
const WORKERS = 2;
/** The limit in seconds for the tests of one file. */
const LIMIT = 300;

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
  cwd: string,
  tests: readonly string[],
  seconds: number,
): Promise<CommandResult> {
  const flags = ["-A", "--quiet", "--no-check", "--fail-fast"];
  return await run(Deno.execPath(), ["test", ...flags, ...tests], {
    cwd,
    seconds,
  });
}

/**
 * Checks that tests pass without a mutant, since only those can notice one;
 * returns the seconds after which they hang.
 */
async function findPatience(
  tree: string,
  tests: readonly string[],
): Promise<number> {
  const start = performance.now();
  const { code, output } = await runTests(tree, tests, LIMIT);
  if (code !== 0) throw new Error(`Tests fail without a mutant:\n${output}`);
  return 10 + 4 * (performance.now() - start) / 1000;
}

/** Tests each mutant of a file in a copy; prints and counts the survivors. */
async function tryFile(
  tree: string,
  [file, tests]: Subject,
): Promise<{ mutants: number; survivors: number }> {
  const source = await Deno.readTextFile(join(tree, file));
  const changes = findChanges(source);
  console.error(`… ${file}, ${changes.length} mutants`);
  const patience = await findPatience(tree, tests);
  let survivors = 0;
  for (const change of changes) {
    await Deno.writeTextFile(join(tree, file), applyChange(source, change));
    // Tests that hang have noticed the mutant, and end with another code.
    const { code } = await runTests(tree, tests, patience);
    if (code !== 0) continue;
    survivors++;
    console.log(toLine(file, source, change));
  }
  await Deno.writeTextFile(join(tree, file), source);
  return { mutants: changes.length, survivors };
}

/** Describes a mutant: its place, and the text before and after. */
function toLine(file: string, source: string, change: Change): string {
  const { start, end, replacement } = change;
  const lines = source.slice(0, start).split("\n");
  const place = `${file}:${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
  const [was, becomes] = [source.slice(start, end), replacement]
    .map((text) => text.replaceAll(/\s+/g, " "));
  return becomes === ";"
    ? `${place}  without ${was}`
    : `${place}  ${was}  →  ${becomes}`;
}

async function tryAll(subjects: readonly Subject[]): Promise<void> {
  const sum = { mutants: 0, survivors: 0 };
  const trees = await Promise.all(Array.from({ length: WORKERS }, copyTree));
  try {
    const queue = [...subjects];
    await Promise.all(trees.map(async (tree) => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        const { mutants, survivors } = await tryFile(tree, one);
        sum.mutants += mutants;
        sum.survivors += survivors;
      }
    }));
  } finally {
    for (const tree of trees) await Deno.remove(tree, { recursive: true });
  }
  console.log(`${sum.mutants} mutants, of which ${sum.survivors} survived`);
}

if (import.meta.main) {
  const paths = Deno.args;
  const subjects = Object.entries(covered).filter(([file]) =>
    paths.length === 0 ||
    paths.some((path) => file === path || file.startsWith(`${path}/`))
  );
  if (subjects.length === 0) {
    throw new Error(`scripts/mutants.json has no file in ${paths.join(", ")}`);
  }
  await tryAll(subjects);
}
