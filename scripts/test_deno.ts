/**
 * Runs the unit tests and the documentation's examples with `deno test`, which
 * would not tell those apart that other runtimes have to run as well.
 *
 * @module
 */

import { listFiles, root } from "./command.ts";
import { withServers } from "./servers.ts";
import {
  reports,
  runWithReport,
  type TestResult,
  type TestRun,
} from "./test_results.ts";

/** The places of library tests and documentation examples. */
const libraryPlaces = [
  "mod.ts",
  "server.ts",
  "errors.ts",
  "types.ts",
  "core",
  "server",
  "providers",
  "adapters",
  "migrate",
  "testing",
  "README.md",
  "docs",
];

/**
 * Tests of the tools, of the examples, and of code that Vite compiles: they run
 * on Deno only.
 */
const denoOnlyPlaces = ["scripts", "examples", "e2e", "component"];

/** The Deno run, and its tests that the other runtimes have to run as well. */
export interface DenoRun extends TestRun {
  shared: TestResult[];
}

/** Runs all unit tests and documentation examples under Deno. */
export async function runDenoTests(): Promise<DenoRun> {
  return await withServers(async () => {
    const names = (await Array.fromAsync(Deno.readDir(root)))
      .map((entry) => entry.name);
    const others = await Promise.all(
      denoOnlyPlaces.map((one) => listFiles(one)),
    );
    const isTest = (path: string) => path.endsWith("_test.ts");
    const places = [...libraryPlaces, ...names.filter(isTest)];
    const library = await runDeno("deno", ["--doc", ...places]);
    const tools = await runDeno("deno-only", others.flat().filter(isTest));
    return {
      runtime: "deno",
      results: [...library.results, ...tools.results],
      // A documentation example is named after its file and lines.
      shared: library.results.filter(({ name }) =>
        !/#\d+-\d+\.tsx?$/.test(name)
      ),
      seconds: library.seconds + tools.seconds,
      output: library.output + tools.output,
    };
  });
}

/** Runs test files with `deno test`. */
export async function runDeno(
  runtime: string,
  args: readonly string[],
): Promise<TestRun> {
  const report = `${reports}${runtime.replaceAll(" ", "-")}.xml`;
  const flags = ["test", "-A", "--quiet", "--junit-path", report];
  return await runWithReport({
    runtime,
    report,
    command: Deno.execPath(),
    args: [...flags, ...args],
    options: { seconds: 1200 },
  });
}
