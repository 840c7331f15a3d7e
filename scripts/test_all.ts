// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Runs the tests on every runtime, compares the runs, and prints the totals
 * last. Each runtime's test program knows only itself.
 *
 * `deno task test [--all | --everything] [--only=<part>]`: on the oldest Node run
 * the tests about a part of Node, and those of servers and adapters; each browser
 * test runs once. `--all`, for CI, adds what takes minutes: an application of
 * each framework under the contract of hosts, the documentation site, and a
 * provider that knows nothing of the tests. `--everything`, before a release,
 * takes more than an hour: it opens those applications in browsers, makes every
 * starter, moves sessions with Prisma (300 MB), rehearses upgrades, runs every
 * test on the newest Node, and each browser test on every application that it
 * fits.
 *
 * @module
 */

import {
  type PreparedNodes,
  prepareNodes,
  runNodeTests,
} from "../e2e/package/node_tests.ts";
import {
  toCatalogueTable,
  toContractTable,
  toHostTable,
} from "../testing/result_tables_testkit.ts";
import { findCliTarball, findCreateTarball } from "./build_cli.ts";
import { findTarball } from "./build_npm.ts";
import { findBrowser } from "./browser.ts";
import { runAtPlainProvider } from "./check_browsers.ts";
import { runBrowserTests } from "./e2e.ts";
import { describeMissing, withServers } from "./servers.ts";
import { runDeno, runDenoTests } from "./test_deno.ts";
import { count, type TestResult, type TestRun } from "./test_results.ts";

const isEverything = Deno.args.includes("--everything");
const isWhole = isEverything || Deno.args.includes("--all");
/** Whether a part of whole runs is wanted: there, or by itself. */
const isWanted = (part: string, isPart = isWhole) =>
  isPart || Deno.args.includes(`--only=${part}`);
let shared: TestResult[] = [];
let preparing: Promise<PreparedNodes> | undefined;

function prepare(): Promise<PreparedNodes> {
  return preparing ??= findTarball().then(prepareNodes);
}

/** The parts by their names for `--only`. */
const parts: Readonly<Record<string, () => Promise<TestRun[]>>> = {
  deno: async () => {
    const run = await runDenoTests();
    shared = run.shared;
    return [run];
  },
  node: async () =>
    await runNodeTests({
      ...await prepare(),
      expected: shared,
      all: isEverything,
    }),
  package: async () => [
    await check("package", [
      "compat/breaks_check.ts",
      "e2e/package/bundlers_check.ts",
      "e2e/package/cli_check.ts",
      "e2e/package/consumer_check.ts",
      "e2e/package/deno_check.ts",
      "e2e/package/telemetry_check.ts",
      ...(isEverything
        ? [
          "compat/rehearse_check.ts",
          "compat/rehearse_copies_check.ts",
          "compat/rehearse_postgres_check.ts",
          "compat/rollback_check.ts",
          "e2e/package/jest_check.ts",
          "e2e/package/prisma_check.ts",
        ]
        : []),
    ]),
  ],
  runtimes: async () => [
    await check("bun, workerd", ["e2e/package/runtimes_check.ts"]),
  ],
  qwik: async () => [await check("qwik build", ["e2e/qwik/starter_check.ts"])],
  frameworks: async () => {
    if (!isWanted("frameworks")) return [];
    const isAll = isWanted("frameworks", isEverything);
    const types = ["e2e/frameworks/types_check.ts"];
    return [
      ...isAll ? [await check("types", types)] : [],
      await check("frameworks", [
        "--parallel",
        ...isAll ? [] : ["--filter=/^the contract of hosts/"],
        "e2e/frameworks/astro_check.ts",
        "e2e/frameworks/nest_check.ts",
        "e2e/frameworks/next_check.ts",
        "e2e/frameworks/nuxt_check.ts",
        "e2e/frameworks/qwik2_check.ts",
        "e2e/frameworks/qwik_check.ts",
        "e2e/frameworks/react-router_check.ts",
        "e2e/frameworks/sveltekit_check.ts",
        "e2e/frameworks/tanstack-start_check.ts",
      ]),
    ];
  },
  docs: async () => {
    if (!isWanted("docs")) return [];
    if (isWanted("docs", isEverything)) Deno.env.set("DOCS_IN_BROWSER", "1");
    return [await runDeno("docs", ["e2e/docs/site_check.ts"])];
  },
  starters: async () =>
    isWanted("starters", isEverything)
      ? [await check("starters", ["e2e/package/starters_check.ts"])]
      : [],
  e2e: async () => [
    await runBrowserTests({ short: !isEverything }),
    ...isWhole ? [await runAtPlainProvider(await findBrowser())] : [],
  ],
};

/**
 * The parts in their order. Those in one line run at the same time, because a
 * build keeps one core busy, and the end of a run leaves one idle.
 */
const order: readonly (readonly (keyof typeof parts)[])[] = [
  ["deno", "qwik"],
  ["node", "package", "runtimes", "frameworks", "docs", "starters"],
  ["e2e"],
];

/** The extent of each part, for the first lines of the output. */
const extents: Readonly<Record<keyof typeof parts, string>> = {
  deno: "every test, and every example of the documentation",
  node: isEverything
    ? "every test on Node 24, and on Node 20 and 22 those that name a part of Node"
    : "on Node 20 the tests about a part of Node, and those of servers and adapters",
  package: isEverything
    ? "what the package contains, applications that bundle it, earlier versions, rehearsals, Jest and Prisma"
    : "what the package contains, and applications that bundle it",
  runtimes: "sign-ins on Bun and workerd",
  qwik: "Qwik applications, built with the package",
  frameworks: isWanted("frameworks", isEverything)
    ? "applications of every framework that builds them, under the contract of hosts, in browsers, and by their types"
    : isWhole
    ? "applications of every framework that builds them, under the contract of hosts"
    : "nothing without --all",
  docs: isWanted("docs")
    ? "the documentation site: links, questions and search; by itself or with --everything also in a browser"
    : "nothing without --all",
  starters: isWanted("starters", isEverything)
    ? "an application with each framework, made by npm create"
    : "nothing without --everything",
  e2e: isEverything
    ? "every browser test on each application that it fits"
    : "every browser test on one application; signing in and out on each",
};

async function check(
  runtime: string,
  paths: readonly string[],
): Promise<TestRun> {
  // Built once, in this process: the others find them in their environment.
  await findTarball();
  await findCliTarball();
  await findCreateTarball();
  return await runDeno(runtime, paths);
}

async function main(args: string[]): Promise<number> {
  const extent = ["--all", "--everything"];
  const [option = ""] = args.filter((one) => !extent.includes(one));
  const only = option.replace(/^--only=/, "");
  if (option !== "" && !Object.hasOwn(parts, only)) {
    throw new Error(`--only= takes one of: ${Object.keys(parts).join(", ")}`);
  }
  // The Node runs are compared with the Deno run, so they need it too.
  const wanted = only === "node" ? ["deno", "node", "package"] : [only];
  // Starts beside the Deno run, which leaves the network and part of a core
  // idle. The Node run reports a failure.
  if (only === "" || only === "node") prepare().catch(() => {});
  const runs: TestRun[] = [];
  for (const line of order) {
    const names = line.filter((one) => only === "" || wanted.includes(one));
    if (names.length > 0) runs.push(...await runTogether(names));
  }
  return report(runs);
}

/** Prints the names of the parts immediately, and the totals when they are done. */
async function runTogether(names: readonly string[]): Promise<TestRun[]> {
  await write(`${names.join(", ").padEnd(8)} ... `);
  const start = performance.now();
  const done = (await Promise.all(names.map(runPart))).flat();
  const { passed, failed } = count(done.flatMap(({ results }) => results));
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const details = done.flatMap(({ detail }) => detail ?? []);
  const sums = [`${passed} passed`, `${failed} failed`, `${seconds} s`];
  await write(`${[...sums, ...details].join(", ")}\n`);
  return done;
}

async function runPart(name: string): Promise<TestRun[]> {
  return await parts[name]?.().catch((error) => [toBroken(name, error)]) ?? [];
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

function report(runs: readonly TestRun[]): number {
  const failures = runs.flatMap(({ runtime, results, output }) => {
    const failed = results.filter(({ state }) => state === "failed");
    if (failed.length > 0) console.log(`\n${output}`);
    return failed.map(({ name }) => `failed on ${runtime}: ${name}`);
  });
  // The adapters' contract has the same results everywhere.
  const deno = runs.find(({ runtime }) => runtime === "deno");
  const tables = [
    deno ? toContractTable(deno.results, deno.output) : [],
    deno ? toCatalogueTable(deno.results) : [],
    toHostTable(
      // Node runs some of the applications again.
      runs.filter(({ runtime }) => !runtime.startsWith("node"))
        .flatMap(({ results }) => results),
    ),
  ].filter((table) => table.length > 0);
  for (const table of tables) console.log(`\n${table.join("\n")}`);
  const pad = (value: unknown) => `${value}`.padStart(9);
  const toLine = (name: string, numbers: unknown[]) =>
    name.padEnd(12) + numbers.map(pad).join("");
  const head = ["passed", "failed", "skipped", "seconds"];
  console.log(`\n${toLine("run time", head)}`);
  for (const { runtime, results, seconds } of runs) {
    const { passed, failed, skipped } = count(results);
    const numbers = [passed, failed, skipped, seconds.toFixed(1)];
    console.log(toLine(runtime, numbers));
  }
  // Last, because some logs keep only the end of a long output.
  if (failures.length > 0) console.log(`\n${failures.join("\n")}`);
  const notice = describeMissing();
  if (notice !== null) console.log(`\n${notice}`);
  const { passed, failed } = count(runs.flatMap(({ results }) => results));
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

for (const [name, extent] of Object.entries(extents)) {
  console.log(`${name.padEnd(8)} ${extent}`);
}
if (isEverything) Deno.env.set("TEST_ALL", "1");
else console.log("--everything    all of it, in more than an hour");
// One set of servers for all runtimes.
Deno.exit(await withServers(() => main(Deno.args)));
