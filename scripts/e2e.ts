// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Runs Playwright after what it does not do itself: finding a browser that is
 * not its own, and building the Qwik starter.
 *
 * `deno task e2e [arguments of Playwright]`
 *
 * @module
 */

import { delimiter, dirname } from "node:path";
import { prepareQwikApp } from "../e2e/qwik/app.ts";
import { starter } from "../e2e/starter.ts";
import { type Browser, describeBrowser, findBrowser } from "./browser.ts";
import { root } from "./command.ts";
import { findNode } from "./node.ts";
import {
  describeSkipped,
  readReport,
  reports,
  runWithReport,
  type TestRun,
} from "./test_results.ts";

/** The path is in the configuration, too. */
const report = `${reports}e2e.xml`;

/** One run of the browser tests. */
export interface BrowserRun {
  /** By default the first one that is found. */
  readonly browser?: Browser;
  /**
   * Arguments for Playwright, for example names of specs; all specs run without
   * them.
   */
  readonly args?: readonly string[];
  /**
   * Whether each spec runs once, and not on every application that it fits.
   * Default false.
   */
  readonly short?: boolean;
  /** The variables that e2e/README.md describes. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the browser tests and reads the result of each. */
export async function runBrowserTests(
  { args = [], env = {}, short = false, ...wanted }: BrowserRun = {},
): Promise<TestRun> {
  const browser = wanted.browser ?? await findBrowser();
  const given = short ? { ...env, E2E_SHORT: "1" } : env;
  const options = { env: await prepare(browser, given), seconds: 1800 };
  const done = await runWithReport({
    runtime: "browser",
    report,
    command: Deno.execPath(),
    args: toCommand(args),
    options,
  });
  return { ...done, detail: describeBrowser(browser) };
}

function toCommand(args: readonly string[]): string[] {
  const program = ["npm:@playwright/test/cli", "test"];
  return ["run", "-A", ...program, "-c", "e2e/playwright.config.ts", ...args];
}

/**
 * Prepares the dependencies of the browser tests, and returns the environment
 * for them.
 */
async function prepare(
  browser: Browser,
  given: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const read = (name: string) => given[name] || Deno.env.get(name);
  // An external provider or application is tested without the Qwik starter.
  const isForeign = Boolean(read("E2E_ISSUER") || read("E2E_BASE_URL"));
  if (!isForeign && (read("E2E_PROJECTS") ?? "qwik").includes("qwik")) {
    await prepareQwikApp();
    // One of the servers needs a Node with SQLite; installing it takes a while.
    await findNode(24);
  }
  // The servers under test are started as `deno ...`, which npx may not have
  // put on PATH.
  const path = [dirname(Deno.execPath()), Deno.env.get("PATH") ?? ""];
  return {
    ...given,
    [starter]: String(Deno.pid),
    CHROMIUM_PATH: browser.path,
    PATH: path.join(delimiter),
  };
}

/** Runs them with visible output; returns the exit code. */
async function main(args: string[]): Promise<number> {
  const windows = ["--headed", "--ui", "--debug"];
  const browser = await findBrowser(args.some((one) => windows.includes(one)));
  console.log(`Browser: ${describeBrowser(browser)}`);
  await Deno.remove(report).catch(() => {});
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: toCommand(args),
    cwd: root,
    env: await prepare(browser, {}),
    stdin: "null",
  }).spawn().status;
  for (const line of describeSkipped(await readReport(report))) {
    console.log(line);
  }
  return code;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
