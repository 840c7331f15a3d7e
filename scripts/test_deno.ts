/**
 * Runs the unit tests and the documentation's examples with `deno test`, which
 * would not tell those apart that other runtimes have to run as well.
 *
 * @module
 */

import { listFiles, root, run } from "./command.ts";
import { writeExamples } from "./doc_examples.ts";
import { withServers } from "./servers.ts";
import { frameworkPlaces, writeDenoGroups } from "./test_groups.ts";
import { keysModule, prepareTestKeys } from "./test_keys.ts";
import {
  reports,
  runWithReport,
  type TestResult,
  type TestRun,
} from "./test_results.ts";

/** The folders of library tests, which have documentation examples as well. */
const testPlaces = [
  "core",
  "frameworks",
  "server",
  "providers",
  "adapters",
  "audit",
  "migrate",
  "cli",
  "testing",
];

/** The places of documentation examples. */
const exampleFiles = [
  "mod.ts",
  "server.ts",
  "errors.ts",
  "types.ts",
  "README.md",
];
const exampleFolders = ["docs", ...testPlaces];

/**
 * Tests of the tools, of the examples, of the corpora, and of code that Vite
 * compiles: they run on Deno only.
 */
const denoOnlyPlaces = [
  "scripts",
  "bench",
  "compat",
  "examples",
  "e2e",
  "component",
];

/** The Deno run, and its tests that the other runtimes have to run as well. */
export interface DenoRun extends TestRun {
  shared: TestResult[];
}

/** Runs all unit tests and documentation examples under Deno. */
export async function runDenoTests(): Promise<DenoRun> {
  return await withServers(async () => {
    const names = (await Array.fromAsync(Deno.readDir(root)))
      .map((entry) => entry.name);
    const listTests = async (places: readonly string[]) =>
      (await listAll(places)).filter(isTest);
    const library = await runInGroups([
      ...await listTests([...testPlaces, ...frameworkPlaces]),
      ...names.filter(isTest),
    ]);
    // Checking types keeps one core busy.
    const [types, examples, tools] = await Promise.all([
      checkExampleTypes(),
      runExamples(),
      runDeno("deno-only", [
        "--parallel",
        ...(await listTests(denoOnlyPlaces)).filter(isOnlyOfDeno),
      ]),
    ]);
    const runs = [library, types, examples, tools];
    return {
      runtime: "deno",
      results: runs.flatMap(({ results }) => results),
      shared: library.results,
      seconds: runs.reduce((sum, { seconds }) => sum + seconds, 0),
      output: runs.map(({ output }) => output).join(""),
    };
  });
}

function isTest(path: string): boolean {
  return path.endsWith("_test.ts");
}

function isOnlyOfDeno(path: string): boolean {
  return !frameworkPlaces.some((place) => path.startsWith(`${place}/`));
}

async function listAll(places: readonly string[]): Promise<string[]> {
  return (await Promise.all(places.map((one) => listFiles(one)))).flat();
}

/** Runs files of tests, most of which share an isolate with others. */
function runInGroups(tests: readonly string[]): Promise<TestRun> {
  return inTempDir(async (dir) => {
    const { files, importMap } = await writeDenoGroups(dir, tests);
    return await runDeno("deno", [
      ...["--parallel", `--config=${root}deno.json`],
      ...[`--import-map=${importMap}`, ...files],
    ]);
  });
}

/** Lists the files that may have examples. */
export async function listDocumented(): Promise<string[]> {
  const paths = (await listAll(exampleFolders))
    .filter((path) => /\.(?:ts|md)$/.test(path) && !isTest(path));
  return [...exampleFiles, ...paths];
}

/** Runs the examples, many of which share an isolate. */
function runExamples(): Promise<TestRun> {
  return inTempDir(async (dir) => {
    const files = await writeExamples(dir, await listDocumented());
    return await runDeno("deno-examples", [
      ...["--parallel", `--config=${root}deno.json`, ...files],
    ]);
  });
}

/** Checks the types of the examples, which are half of what they show. */
async function checkExampleTypes(): Promise<TestRun> {
  const start = performance.now();
  const flags = ["--doc", "--no-run", "--quiet", "--ignore=**/*_test.ts"];
  const args = ["test", ...flags, ...exampleFiles, ...exampleFolders];
  const { code, output } = await run(Deno.execPath(), args);
  const state = code === 0 ? "passed" : "failed";
  return {
    runtime: "deno-types",
    results: [{ name: "the examples have the right types", state }],
    seconds: (performance.now() - start) / 1000,
    output,
  };
}

async function inTempDir<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await Deno.makeTempDir();
  try {
    return await work(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** Runs test files with `deno test`, without their types: the gate checks those. */
export async function runDeno(
  runtime: string,
  args: readonly string[],
): Promise<TestRun> {
  const report = `${reports}${runtime.replaceAll(" ", "-")}.xml`;
  const flags = ["test", "-A", "--quiet", "--no-check", "--junit-path", report];
  return await runWithReport({
    runtime,
    report,
    command: Deno.execPath(),
    args: [...flags, `--preload=${keysModule}`, ...args],
    options: { seconds: 1200, env: await prepareTestKeys() },
  });
}
