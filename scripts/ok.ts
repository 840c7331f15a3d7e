/**
 * The gate: runs all checks in order of speed, and stops after the first that
 * fail. `deno task` could run them one after another, but would neither time
 * them nor report what they found.
 *
 * `deno task ok [--all] [--without=<step>]`: `--all` goes on after a failure.
 *
 * @module
 */

import { checkFirstStart } from "../e2e/package/first_start.ts";
import { checkReadmeApp } from "../e2e/package/readme_app.ts";
import { checkSizes } from "../e2e/package/sizes.ts";
import { findTarball } from "./build_npm.ts";
import { checkBrowsers } from "./check_browsers.ts";
import { deno } from "./command.ts";
import {
  checkDocumentation,
  checkJsr,
  checkNpmPackages,
} from "./package_checks.ts";
import { checkSurface } from "./public_surface.ts";
import { runStep, type Step } from "./steps.ts";
import { findStale } from "./sync_docs.ts";
import { runDenoTests } from "./test_deno.ts";
import { count } from "./test_results.ts";

/**
 * The checks in their order. Those in one line run at the same time, because most
 * keep one core busy.
 */
const order: readonly (readonly Step[])[] = [
  [{ name: "lock file", run: () => check("install", "--frozen", "--quiet") }],
  [
    { name: "format", run: () => check("fmt", "--check", "--quiet") },
    { name: "lint", run: () => check("lint", "--quiet") },
    { name: "types", run: () => check("check", "--quiet", ".") },
    { name: "generated files", run: generatedFiles },
    { name: "documentation", run: checkDocumentation },
    { name: "public surface", run: checkSurface },
    // It waits for the network most of the time.
    { name: "first start", run: checkFirstStart },
  ],
  [{ name: "tests", run: tests }],
  [{ name: "browsers", run: checkBrowsers }],
  [
    { name: "publish", run: checkJsr },
    { name: "npm packages", run: checkNpmPackages },
    {
      name: "README",
      run: async () => await checkReadmeApp(await findTarball()),
    },
  ],
  [{ name: "sizes", run: async () => await checkSizes(await findTarball()) }],
];

/** Runs a command of Deno's, whose output matters only if it fails. */
async function check(...args: string[]): Promise<void> {
  await deno(...args);
}

/** Generated files have to follow their sources. */
async function generatedFiles(): Promise<void> {
  const stale = await findStale();
  if (stale.length > 0) {
    throw new Error(`stale: ${stale.join(", ")} (run: deno task sync:docs)`);
  }
}

async function tests(): Promise<string> {
  const { results, output } = await runDenoTests();
  const { passed, failed } = count(results);
  const summary = `${passed} passed, ${failed} failed`;
  if (failed > 0 || passed === 0) throw new Error(`${output}\n${summary}`);
  return summary;
}

async function main(args: string[]): Promise<number> {
  let failures = 0;
  for (const line of order) {
    const wanted = line.filter(({ name }) =>
      !args.includes(`--without=${name}`)
    );
    const passed = await Promise.all(wanted.map(runStep));
    failures += passed.filter((one) => !one).length;
    if (failures > 0 && !args.includes("--all")) break;
  }
  return failures === 0 ? 0 : 1;
}

Deno.exit(await main(Deno.args));
