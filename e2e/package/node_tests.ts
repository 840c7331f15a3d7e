/**
 * Runs the library's own tests on each Node, against the packed package.
 *
 * @module
 */

import { root } from "../../scripts/command.ts";
import { findNodes, type NodeRuntime } from "../../scripts/node.ts";
import {
  runWithReport,
  type TestResult,
  type TestRun,
} from "../../scripts/test_results.ts";
import { keysModule, prepareTestKeys } from "../../scripts/test_keys.ts";
import { makeOverlay, type Overlay, toJs } from "./node_overlay.ts";
import { listDiffering } from "./node_differences.ts";
import { groupFiles } from "./node_groups.ts";

/** A test that runs on Deno but not on another runtime. */
export interface TestException {
  /** The full name of the test, or its beginning followed by `*`. */
  name: string;
  /** For example `node 20`. */
  runtimes: readonly string[];
  reason: string;
}

/**
 * Tests that are allowed to be missing on a runtime. The test run fails for a
 * missing test that is not on this list, and for an entry that no longer
 * applies.
 */
const testExceptions: readonly TestException[] = [
  ...[
    "SQLite >*",
    "existing tables in SQLite >*",
    "plans of SQLite*",
    "own fields of a user, in SQLite with the strategy*",
    "a user who was stored before a field was declared*",
    "a database without the column works until a field is declared*",
    "a field has its own column where the table names one*",
    "the name of a column cannot end the statement that it is in",
    "several processes with one table of the audit trail >*",
    "users find >*",
    "users sessions and end-sessions >*",
    "users factors >*",
    "users and the audit trail >*",
    "users in a process of its own >*",
    "users and secrets >*",
  ].map((name) => ({
    name,
    runtimes: ["node 20"],
    reason: "node:sqlite came with Node 22.5",
  })),
  {
    name: "what the sign-in page loads ahead >*",
    runtimes: ["node 20"],
    reason:
      "nothing is loaded ahead where `navigator` does not name the runtime",
  },
  {
    name: "a new instance >*",
    runtimes: ["node 20"],
    reason: "nothing is loaded ahead where `navigator` is missing",
  },
  ...[
    "the metadata of a provider that is held to the profile, at start >*",
    "the metadata of such a provider, with the first request >*",
  ].map((name) => ({
    name,
    runtimes: ["node 20"],
    reason: "nothing is asked at start where `navigator` is missing",
  })),
  {
    name: "Deno KV itself >*",
    runtimes: ["node 20", "node 22", "node 24"],
    reason: "only Deno has Deno KV; an imitation is tested everywhere",
  },
];

/** The package with its tests beside it, and the Nodes to run them. */
export interface PreparedNodes {
  readonly overlay: Overlay;
  readonly nodes: readonly NodeRuntime[];
}

/** Unpacks the package, and installs what its tests need. */
export async function prepareNodes(tarball: string): Promise<PreparedNodes> {
  return { overlay: await makeOverlay(tarball), nodes: await findNodes() };
}

/** Where the library's tests run, and what they are compared with. */
export interface NodePlan extends PreparedNodes {
  /** The tests that Deno ran. */
  readonly expected: readonly TestResult[];
  /**
   * Whether the newest Node runs every test, and the others what names a part of
   * Node. Without it, only the oldest runs: that, and what is about servers and
   * adapters.
   */
  readonly all: boolean;
}

/** Runs the library's tests on each Node, and looks for tests that are missing. */
export async function runNodeTests(
  { expected, overlay: { dir, testFiles }, nodes, all }: NodePlan,
): Promise<TestRun[]> {
  const differing = await listDiffering(testFiles);
  const ofVersions = [...differing.keys()]
    .filter((file) => differing.get(file) === "versions");
  const [oldest, newest] = [nodes[0], nodes.at(-1)];
  const runs: TestRun[] = [];
  for (const node of nodes) {
    if (!all && node !== oldest) continue;
    const isWhole = all && node === newest;
    const [files, extent] = isWhole
      ? [testFiles, "everything"]
      : all
      ? [ofVersions, "what names a part of Node"]
      : [[...differing.keys()], "what is about Node, servers and adapters"];
    const wanted = isWhole ? expected : fromFiles(expected, files);
    const exceptions = isWhole ? testExceptions : exceptionsIn(wanted);
    const testRun = await runOn(node, dir, await groupFiles(dir, files));
    const problems = findMissing(testRun, wanted, exceptions);
    for (const name of problems) {
      testRun.results.push({ name, state: "failed" });
    }
    testRun.output += problems.join("\n");
    testRun.detail = `${testRun.runtime} ${extent} (${files.length} files)`;
    runs.push(testRun);
  }
  return runs;
}

/** Returns the results of these files. */
function fromFiles(results: readonly TestResult[], files: readonly string[]) {
  const chosen = new Set(files.map((file) => file.replace(/\.js$/, "")));
  return results.filter(({ files = [""] }) =>
    files.every((file) => chosen.has(file))
  );
}

function exceptionsIn(expected: readonly TestResult[]): TestException[] {
  return testExceptions.filter((exception) =>
    expected.some(({ name, state }) =>
      state !== "skipped" && matches(exception.name, name)
    )
  );
}

async function runOn(
  node: NodeRuntime,
  dir: string,
  files: readonly string[],
): Promise<TestRun> {
  const report = `${root}.cache/junit/node-${node.major}.xml`;
  return await runWithReport({
    runtime: `node ${node.major}`,
    report,
    command: node.path,
    args: [
      `--import=./${toJs(keysModule)}`,
      "--import=./testing/mocked_timers_testkit.js",
      "--test",
      // It is also the time of a group of files.
      "--test-timeout=600000",
      // By default Node leaves a core free, which is half of a small machine.
      `--test-concurrency=${navigator.hardwareConcurrency}`,
      "--test-reporter=junit",
      `--test-reporter-destination=${report}`,
      "--test-reporter=spec",
      "--test-reporter-destination=stdout",
      ...files,
    ],
    options: { cwd: dir, env: await prepareTestKeys(), seconds: 1200 },
  });
}

/**
 * Returns every test that Deno ran and this run did not, unless it is on the
 * list of exceptions.
 */
export function findMissing(
  { runtime, results }: Pick<TestRun, "runtime" | "results">,
  expected: readonly TestResult[],
  exceptions: readonly TestException[],
): string[] {
  const allowed = exceptions.filter((exception) =>
    exception.runtimes.includes(runtime)
  );
  const used = new Set<TestException>();
  const seen = countNames(results);
  const problems: string[] = [];
  for (const [name, times] of countNames(expected)) {
    if ((seen.get(name) ?? 0) >= times) continue;
    const exception = allowed.find((item) => matches(item.name, name));
    if (exception === undefined) {
      problems.push(`missing on ${runtime}: ${name}`);
    } else used.add(exception);
  }
  const stale = allowed.filter((exception) => !used.has(exception));
  return [
    ...problems,
    ...stale.map((item) => `no longer missing on ${runtime}: ${item.name}`),
  ];
}

function countNames(results: readonly TestResult[]): Map<string, number> {
  const names = new Map<string, number>();
  for (const { name, state } of results) {
    if (state !== "skipped") names.set(name, (names.get(name) ?? 0) + 1);
  }
  return names;
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith("*")
    ? name.startsWith(pattern.slice(0, -1))
    : name === pattern;
}
