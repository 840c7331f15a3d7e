// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { delimiter, dirname } from "node:path";
import { starter } from "../e2e/starter.ts";
import { type Browser, describeBrowser, findBrowser } from "./browser.ts";
import { exists, root, run, runVisibly } from "./command.ts";
import { findNode } from "./node_runtimes.ts";
import { prepareQwikApp } from "./qwik_app.ts";
import {
  describeSkipped,
  type TestResult,
  type TestRun,
} from "./test_results.ts";

const config = "e2e/playwright.config.ts";
const report = `${root}.cache/junit/e2e.json`;

interface Suite {
  title: string;
  specs?: { title: string; tests: ReportedTest[] }[];
  suites?: Suite[];
}

interface ReportedTest {
  projectName: string;
  status: string;
  annotations?: { type: string; description?: string }[];
}

/**
 * Runs the browser tests with visible output; further arguments go to
 * Playwright.
 */
async function runBrowserTests(args: readonly string[]): Promise<number> {
  const needsWindow = ["--headed", "--ui", "--debug"]
    .some((flag) => args.includes(flag));
  const browser = await findBrowser(needsWindow);
  if (browser === null) {
    console.error(noBrowser);
    return 1;
  }
  console.log(`Browser: ${describeBrowser(browser)}`);
  const { command, env } = await prepare({ browser, args, env: {} });
  const code = await runVisibly(Deno.execPath(), command, { env });
  for (const line of describeSkipped(await readResults())) console.log(line);
  return code;
}

/** The advice if no browser is found, and none can be installed. */
export const noBrowser =
  "No browser found: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH.";

/** One run of the browser tests. */
export interface BrowserRun {
  /** By default the first one that is found. */
  readonly browser?: Browser;
  /**
   * Arguments for Playwright, for example names of specs; all specs run without
   * them.
   */
  readonly args?: readonly string[];
  /** The variables that e2e/README.md describes. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Prepares the dependencies of the browser tests, and returns the command that
 * starts them.
 */
async function prepare({ browser, args, env: given }: Required<BrowserRun>) {
  const read = (name: string) => given[name] || Deno.env.get(name);
  // An external provider or application is tested without the Qwik starter.
  const isForeign = Boolean(read("E2E_ISSUER") || read("E2E_BASE_URL"));
  if (!isForeign && (read("E2E_PROJECTS") ?? "qwik").includes("qwik")) {
    await prepareQwikApp();
    // One of the servers needs a Node with SQLite; installing it takes a while.
    await findNode(24);
  }
  await Deno.remove(report).catch(() => {});
  const ownReporter = args.some((arg) => arg.startsWith("--reporter"));
  const command = [
    ...["run", "-A", "npm:@playwright/test/cli", "test", "--config", config],
    ...(ownReporter ? [] : ["--reporter=list,json"]),
    ...args,
  ];
  const env = {
    ...given,
    [starter]: String(Deno.pid),
    CHROMIUM_PATH: browser.path,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    // The servers under test are started as `deno ...`, which npx may not have
    // put on PATH.
    PATH: [dirname(Deno.execPath()), Deno.env.get("PATH") ?? ""].join(
      delimiter,
    ),
  };
  return { command, env };
}

/** Runs the browser tests and reads the result of each. */
export async function runBrowserRun(
  { args = [], env: given = {}, ...wanted }: BrowserRun = {},
): Promise<TestRun> {
  const start = performance.now();
  const browser = wanted.browser ?? await findBrowser();
  if (browser === null) throw new Error(noBrowser);
  const { command, env } = await prepare({ browser, args, env: given });
  const done = await run(Deno.execPath(), command, { env, seconds: 1800 });
  return {
    runtime: "browser",
    results: withRunFailure(await readResults(), done.code),
    seconds: (performance.now() - start) / 1000,
    output: done.output,
    detail: describeBrowser(browser),
  };
}

async function readResults(): Promise<TestResult[]> {
  if (!(await exists(report))) return [];
  return readReport(await Deno.readTextFile(report));
}

/**
 * Reads the tests of Playwright's JSON report; a flaky test counts as passed.
 */
export function readReport(json: string): TestResult[] {
  const { suites }: { suites: Suite[] } = JSON.parse(json);
  return suites.flatMap((suite) => readSuite(suite, []));
}

function readSuite(suite: Suite, parents: string[]): TestResult[] {
  const path = [...parents, suite.title];
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test): TestResult => {
      const names = [test.projectName, ...path, spec.title].filter(Boolean);
      const reason = test.annotations
        ?.find(({ type }) => type === "skip")?.description;
      return {
        name: names.join(" > "),
        state: toState(test.status),
        ...(reason !== undefined && { reason }),
      };
    })
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

/**
 * Adds a failure if there are no browser tests at all: a missing suite must not
 * look green.
 */
function withRunFailure(results: TestResult[], code: number): TestResult[] {
  if (results.some((result) => result.state === "failed")) return results;
  if (code === 0 && results.length > 0) return results;
  return [...results, {
    name: `the browser run (exit code ${code})`,
    state: "failed",
  }];
}

if (import.meta.main) Deno.exit(await runBrowserTests(Deno.args));
