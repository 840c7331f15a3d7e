// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { buildNpm } from "./build_npm.ts";
import { exists, root, run } from "./command.ts";
import { runConsumerTests } from "./consumer.ts";
import { makeOverlay, type Overlay } from "./node_overlay.ts";
import { findNodes, type NodeRuntime } from "./node_runtimes.ts";
import { describeMissing, withServers } from "./servers.ts";
import { runDenoTests } from "./test_deno.ts";
import { type TestException, testExceptions } from "./test_exceptions.ts";
import {
  count,
  parseJunit,
  type TestResult,
  type TestRun,
  withExitCode,
} from "./test_results.ts";

/**
 * Runs the library's tests on each Node against the packed package, then
 * smoke-tests the package.
 */
export async function runNodeTests(
  expected: readonly TestResult[],
  tarball: string,
): Promise<TestRun[]> {
  const overlay = await makeOverlay(tarball);
  const nodes = await findNodes();
  const runs: TestRun[] = [];
  for (const node of nodes) {
    const testRun = await runOn(node, overlay);
    const problems = findMissing(testRun, expected, testExceptions);
    for (const name of problems) {
      testRun.results.push({ name, state: "failed" });
    }
    testRun.output += problems.join("\n");
    runs.push(testRun);
  }
  runs.push(await runConsumerTests(tarball, nodes));
  return runs;
}

async function runOn(node: NodeRuntime, overlay: Overlay): Promise<TestRun> {
  const start = performance.now();
  const junit = `${root}.cache/junit/node-${node.major}.xml`;
  await Deno.mkdir(`${root}.cache/junit`, { recursive: true });
  await Deno.remove(junit).catch(() => {});
  const args = [
    "--test",
    "--test-timeout=120000",
    // By default Node leaves a core free, which is half of a small machine.
    `--test-concurrency=${navigator.hardwareConcurrency}`,
    "--test-reporter=junit",
    `--test-reporter-destination=${junit}`,
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    ...overlay.testFiles,
  ];
  const { code, output } = await run(node.path, args, { cwd: overlay.dir });
  const results = await exists(junit)
    ? parseJunit(await Deno.readTextFile(junit))
    : [];
  return {
    runtime: `node ${node.major}`,
    results: withExitCode(results, code),
    seconds: (performance.now() - start) / 1000,
    output,
  };
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

if (import.meta.main) {
  const runs = await withServers(async () => {
    const { shared } = await runDenoTests();
    return await runNodeTests(shared, (await buildNpm()).tarball);
  });
  let failures = 0;
  for (const { runtime, results, seconds, output } of runs) {
    const { passed, failed } = count(results);
    failures += failed;
    if (failed > 0) console.log(output);
    console.log(
      `${runtime}: ${passed} passed, ${failed} failed (${
        seconds.toFixed(1)
      } s)`,
    );
  }
  const notice = describeMissing();
  if (notice !== null) console.log(notice);
  if (failures > 0) Deno.exit(1);
}
