// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { buildNpm } from "./build_npm.ts";
import { toContractTable } from "./contract_table.ts";
import { runBrowserRun } from "./e2e.ts";
import { describeMissing, withServers } from "./servers.ts";
import { runDenoTests } from "./test_deno.ts";
import { runNodeTests } from "./test_node.ts";
import { runQwikTests } from "./test_qwik.ts";
import { count, type TestResult, type TestRun } from "./test_results.ts";
import { runRuntimeTests } from "./test_runtimes.ts";

const parts = ["deno", "node", "runtimes", "qwik", "e2e"];

/** Runs the tests on every runtime and prints the totals last. */
async function main(args: string[]): Promise<number> {
  const only = readOnly(args);
  const wants = (part: string) => only === null || only === part;
  const runs: TestRun[] = [];
  const tell = async (name: string, work: () => Promise<TestRun[]>) => {
    const start = performance.now();
    // One line per stage: its name immediately, and the totals when it is done.
    await write(`${name.padEnd(13)} ... `);
    const done = await work().catch((error) => [toBroken(name, error)]);
    const { passed, failed } = count(done.flatMap(({ results }) => results));
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    const details = done.flatMap(({ detail }) => detail ?? []);
    const sums = [`${passed} passed`, `${failed} failed`, `${seconds} s`];
    await write(`${[...sums, ...details].join(", ")}\n`);
    runs.push(...done);
  };
  let shared: TestResult[] = [];
  // The Node runs are compared with the Deno run, so they need it too.
  if (wants("deno") || wants("node")) {
    await tell("deno", async () => {
      const run = await runDenoTests();
      shared = run.shared;
      return [run];
    });
  }
  let built: ReturnType<typeof buildNpm> | null = null;
  const build = async () => (await (built ??= buildNpm())).tarball;
  if (wants("node")) {
    await tell(
      "node 20 to 24",
      async () => await runNodeTests(shared, await build()),
    );
  }
  if (wants("runtimes")) {
    await tell(
      "bun, workerd",
      async () => await runRuntimeTests(await build()),
    );
  }
  if (wants("qwik")) {
    await tell("qwik build", async () => [await runQwikTests(await build())]);
  }
  if (wants("e2e")) await tell("browser", async () => [await runBrowserRun()]);
  return report(runs);
}

async function write(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

/**
 * Reports a crashed part as a failure: it must not stop the others, nor look
 * green.
 */
function toBroken(runtime: string, error: unknown): TestRun {
  const output = error instanceof Error ? error.stack ?? "" : String(error);
  const name = `${runtime}: the run itself`;
  return { runtime, results: [{ name, state: "failed" }], seconds: 0, output };
}

function readOnly(args: string[]): string | null {
  const at = args.findIndex((arg) => arg.startsWith("--only"));
  if (at < 0) return null;
  const only = args[at]?.split("=")[1] ?? args[at + 1] ?? "";
  if (!parts.includes(only)) {
    throw new Error(`--only takes one of: ${parts.join(", ")}`);
  }
  return only;
}

function report(runs: readonly TestRun[]): number {
  const sum = { passed: 0, failed: 0 };
  for (const run of runs) explain(run);
  for (const run of runs) tellContract(run);
  console.log(`\n${"run time".padEnd(12)}  passed  failed  skipped  seconds`);
  for (const { runtime, results, seconds } of runs) {
    const { passed, failed, skipped } = count(results);
    sum.passed += passed;
    sum.failed += failed;
    const numbers = [
      pad(passed, 6),
      pad(failed, 6),
      pad(skipped, 7),
      pad(seconds.toFixed(1), 7),
    ];
    console.log(`${runtime.padEnd(12)}  ${numbers.join("  ")}`);
  }
  const notice = describeMissing();
  if (notice !== null) console.log(`\n${notice}`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed > 0 || sum.passed === 0 ? 1 : 0;
}

/**
 * Prints the output of a run, and its failed tests by name, if there are any.
 */
function explain({ runtime, results, output }: TestRun): void {
  const failed = results.filter((result) => result.state === "failed");
  if (failed.length === 0) return;
  console.log(`\n${output}\nfailed on ${runtime}:`);
  for (const { name } of failed) console.log(`  ${name}`);
}

/**
 * Prints the adapters' contract results once, because they are the same
 * everywhere.
 */
function tellContract({ runtime, results, output }: TestRun): void {
  const table = runtime === "deno" ? toContractTable(results, output) : [];
  if (table.length === 0) return;
  console.log(`\n${"adapter contract".padEnd(52)}   passed   failed  skipped`);
  for (const line of table) console.log(line);
}

function pad(value: number | string, width: number): string {
  return String(value).padStart(width);
}

console.log(
  "Running every test, which takes ten minutes or more: Deno, Node, Bun, workerd, a Qwik build, a browser.",
);
// One set of servers for all runtimes.
Deno.exit(await withServers(() => main(Deno.args)));
