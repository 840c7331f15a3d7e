// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { delimiter, dirname } from "node:path";
import { findBrowser } from "./browser.ts";
import { exists, root, run, runVisibly } from "./command.ts";
import { findNode } from "./node_runtimes.ts";
import { prepareQwikApp } from "./qwik_app.ts";
import type { TestResult, TestRun } from "./test_results.ts";

const config = "e2e/playwright.config.ts";
const report = `${root}.cache/junit/e2e.json`;

interface Suite {
  title: string;
  specs?: { title: string; tests: { projectName: string; status: string }[] }[];
  suites?: Suite[];
}

/** Runs the browser tests for a person who watches them; further arguments go to Playwright. */
async function runBrowserTests(args: readonly string[]): Promise<number> {
  const prepared = await prepare(args);
  if (typeof prepared === "string") {
    console.error(prepared);
    return 1;
  }
  const { command, env } = prepared;
  return await runVisibly(Deno.execPath(), command, { env });
}

interface Prepared {
  readonly command: string[];
  readonly env: Record<string, string>;
}

/** Gets what the browser tests need; gives how to start them, or why they cannot be. */
async function prepare(args: readonly string[]): Promise<Prepared | string> {
  const browser = await findBrowser();
  if (browser === null) {
    return "No browser found: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH.";
  }
  // Somebody's own provider or application is tried without the Qwik starter.
  const isForeign = ["E2E_ISSUER", "E2E_BASE_URL"].some((name) =>
    Deno.env.get(name)
  );
  if (!isForeign) {
    await prepareQwikApp();
    // One of the servers needs a Node that has SQLite; getting it takes a while.
    await findNode(24);
  }
  await Deno.remove(report).catch(() => {});
  const command = [
    "run",
    "-A",
    "npm:@playwright/test/cli",
    "test",
    "--config",
    config,
  ];
  const ownReporter = args.some((arg) => arg.startsWith("--reporter"));
  const reporter = ownReporter ? [] : ["--reporter=list,json"];
  const env = {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    // The servers under test are started as `deno ...`, which npx need not have put on PATH.
    PATH: [dirname(Deno.execPath()), Deno.env.get("PATH") ?? ""].join(
      delimiter,
    ),
  };
  return { command: [...command, ...reporter, ...args], env };
}

/** Runs the browser tests and reads what became of each. */
export async function runBrowserRun(): Promise<TestRun> {
  const start = performance.now();
  const prepared = await prepare([]);
  const { code, output } = typeof prepared === "string"
    ? { code: 1, output: prepared }
    : await run(Deno.execPath(), prepared.command, {
      env: prepared.env,
      seconds: 1800,
    });
  const results = await exists(report)
    ? readReport(await Deno.readTextFile(report))
    : [];
  return {
    runtime: "browser",
    results: withRunFailure(results, code),
    seconds: (performance.now() - start) / 1000,
    output,
  };
}

/** Reads the tests of Playwright's JSON report; a flaky test passed in the end. */
export function readReport(json: string): TestResult[] {
  const { suites }: { suites: Suite[] } = JSON.parse(json);
  return suites.flatMap((suite) => readSuite(suite, []));
}

function readSuite(suite: Suite, parents: string[]): TestResult[] {
  const path = [...parents, suite.title];
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test): TestResult => ({
      name: [test.projectName, ...path, spec.title].filter(Boolean).join(" > "),
      state: toState(test.status),
    }))
  );
  return [
    ...own,
    ...(suite.suites ?? []).flatMap((inner) => readSuite(inner, path)),
  ];
}

function toState(status: string): TestResult["state"] {
  if (status === "skipped") return "skipped";
  return status === "expected" || status === "flaky" ? "passed" : "failed";
}

/** No browser test at all is a failure: a suite that vanished must not look green. */
function withRunFailure(results: TestResult[], code: number): TestResult[] {
  if (results.some((result) => result.state === "failed")) return results;
  if (code === 0 && results.length > 0) return results;
  return [...results, {
    name: `the browser run (exit code ${code})`,
    state: "failed",
  }];
}

if (import.meta.main) Deno.exit(await runBrowserTests(Deno.args));
