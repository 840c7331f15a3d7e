// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Makes small changes in the files that protect something, one at a time, in a
 * copy of the tree, and lists those that no test notices. Not every survivor is
 * a gap: some change nothing that can be observed. Each is worth a look.
 *
 * `deno task mutants [paths]`: with files or folders, only those.
 *
 * @module
 */

import { dirname, join } from "node:path";
import { exists, listFiles, root, run, runOrThrow } from "./command.ts";
import { applyChange, type Change, findChanges } from "./mutations.ts";
import { describeMissing, withServers } from "./servers.ts";
import { isLibrary } from "./workspace.ts";

/**
 * The files and folders that protect something, and the tests that cover them.
 * A path is under the longest that matches.
 */
const covered: Readonly<Record<string, readonly string[]>> = {
  "adapters/tables": [
    "adapters/tables_data_test.ts",
    "adapters/tables_migrate_test.ts",
    "adapters/tables_rolling_test.ts",
  ],
  "core/accounts": [
    "core/accounts",
    "core/actions/connect_test.ts",
    "core/methods/passkey",
    "core/pipeline/host/account_management_test.ts",
  ],
  "core/actions": ["core/actions", "core/accounts", "core/methods"],
  "core/attempts": [
    "core/attempts",
    "core/actions/signed_out_test.ts",
    "core/methods/email/security_test.ts",
    "core/methods/oauth/attempt_cookie_test.ts",
    "core/methods/oauth/form_post_test.ts",
    "core/methods/passkey",
    "core/pipeline/host",
    "core/session/late_replay_test.ts",
  ],
  "core/crypto": ["core/crypto"],
  "core/http": [
    "core/http",
    "core/methods/oauth/attempt_cookie_test.ts",
    "core/methods/oauth/form_post_test.ts",
    "core/session/sign_out_test.ts",
  ],
  "core/methods/credentials": [
    "core/methods/credentials",
    "core/rate_limits/limits_ways_test.ts",
  ],
  "core/methods/email": ["core/methods/email", "core/attempts"],
  "core/methods/oauth": ["core/methods/oauth", "core/vault"],
  "core/methods/passkey": ["core/methods/passkey", "core/accounts"],
  "core/methods/proxy": ["core/methods/proxy", "core/pipeline/proxy"],
  "core/pipeline/host": ["core/pipeline/host", "server/guard_test.ts"],
  "core/pipeline/routes.ts": [
    "core/pipeline/routes_test.ts",
    "core/attempts",
    "core/methods/oauth",
    "core/methods/passkey",
    "core/session",
  ],
  "core/rate_limits": ["core/rate_limits"],
  "core/request": ["core/request", "server"],
  "core/session": ["core/session", "core/pipeline/host"],
  "core/vault": ["core/vault", "core/methods/oauth/tokens"],
  "migrate/authjs": ["migrate"],
  "migrate/engine": ["migrate"],
};

/** A change of a file, and the tests that should notice it. */
interface Mutant {
  readonly file: string;
  readonly source: string;
  readonly change: Change;
  readonly tests: readonly string[];
}

/** Mutants tested at the same time, each in its own copy of the tree. */
const WORKERS = 2;
/** The longest time in seconds for tests without a mutant. */
const PATIENCE = 600;

/** Lists the mutants of the files that are at or below one of the paths. */
async function listMutants(paths: readonly string[]): Promise<Mutant[]> {
  const files = (await Promise.all(Object.keys(covered).map(listSources)))
    .flat()
    .filter((file) =>
      paths.length === 0 || paths.some((path) => isBelow(file, path))
    );
  const mutants: Mutant[] = [];
  for (const file of new Set(files)) {
    const source = await Deno.readTextFile(`${root}${file}`);
    const tests = await findTests(file);
    mutants.push(
      ...findChanges(source).map((change) => ({ file, source, change, tests })),
    );
  }
  return mutants;
}

async function listSources(path: string): Promise<string[]> {
  return path.endsWith(".ts") ? [path] : (await listFiles(path))
    .filter(isLibrary);
}

function isBelow(file: string, path: string): boolean {
  const folder = path.replace(/\/$/, "");
  return file === folder || file.startsWith(`${folder}/`);
}

/** The tests of a file: its own first, which notice most mutants. */
async function findTests(file: string): Promise<string[]> {
  const own = file.replace(/\.ts$/, "_test.ts");
  const [path = ""] = Object.keys(covered)
    .filter((one) => isBelow(file, one))
    .sort((a, b) => b.length - a.length);
  const tests = covered[path] ?? [];
  return await exists(`${root}${own}`) ? [own, ...tests] : [...tests];
}

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
async function findFailure(
  tree: string,
  tests: readonly string[],
  seconds: number,
): Promise<string | null> {
  const flags = ["-A", "--quiet", "--no-check", "--fail-fast"];
  const options = { cwd: tree, seconds };
  const args = ["test", ...flags, ...tests];
  const { code, output } = await run(Deno.execPath(), args, options);
  return code === 0 ? null : output;
}

/** A copy of the tree, and the seconds after which tests there hang. */
interface Copy {
  readonly tree: string;
  readonly patience: number;
}

/** Whether no test notices a mutant. Tests that hang have noticed it. */
async function survives(
  { tree, patience }: Copy,
  { file, source, change, tests: [first = "", ...rest] }: Mutant,
): Promise<boolean> {
  await Deno.writeTextFile(join(tree, file), applyChange(source, change));
  try {
    return await findFailure(tree, [first], patience) === null &&
      (rest.length === 0 || await findFailure(tree, rest, patience) === null);
  } finally {
    await Deno.writeTextFile(join(tree, file), source);
  }
}

/** Describes a mutant in one line: its place, and the text before and after. */
function toLine({ file, source, change }: Mutant): string {
  const { start, end, replacement } = change;
  const before = source.slice(0, start).split("\n");
  const place = `${file}:${before.length}:${(before.at(-1) ?? "").length + 1}`;
  const [was, becomes] = [source.slice(start, end), replacement]
    .map((text) => text.replaceAll(/\s+/g, " "));
  return becomes === ";"
    ? `${place}  without ${was}`
    : `${place}  ${was}  →  ${becomes}`;
}

/**
 * Checks that the tests pass without mutants, since only those can notice one;
 * returns the seconds after which they hang.
 */
async function assertGreen(tree: string, all: readonly Mutant[]) {
  const start = performance.now();
  const tests = new Set(all.flatMap(({ tests }) => tests));
  const output = await findFailure(tree, [...tests], PATIENCE);
  if (output !== null) {
    throw new Error(`Tests fail without a mutant:\n${output}`);
  }
  return 10 + 4 * (performance.now() - start) / 1000;
}

/** Tests all mutants, and prints each that survives as soon as it is found. */
async function tryAll(all: readonly Mutant[]): Promise<number> {
  let survivors = 0;
  const trees = await Promise.all(Array.from({ length: WORKERS }, copyTree));
  try {
    const patience = await assertGreen(trees[0] ?? root, all);
    const queue = [...all];
    await Promise.all(trees.map(async (tree) => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        if (!await survives({ tree, patience }, one)) continue;
        survivors++;
        console.log(toLine(one));
      }
    }));
  } finally {
    for (const tree of trees) await Deno.remove(tree, { recursive: true });
  }
  return survivors;
}

if (import.meta.main) {
  const all = await listMutants(Deno.args);
  if (all.length === 0) {
    throw new Error(
      `scripts/mutants.ts lists no file at or below ${Deno.args.join(" or ")}`,
    );
  }
  const files = new Set(all.map(({ file }) => file)).size;
  console.log(`${all.length} mutants in ${files} files; the survivors:`);
  const survivors = await withServers(() => tryAll(all));
  console.log(`${all.length - survivors} killed, ${survivors} survived`);
  const notice = describeMissing();
  if (notice !== null) console.log(notice);
}
