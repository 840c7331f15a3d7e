// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { exists, listFiles, root, run } from "./command.ts";
import { describeMissing, withServers } from "./servers.ts";
import {
  count,
  parseJunit,
  type TestResult,
  type TestRun,
  withExitCode,
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
  return await withServers(runAll);
}

async function runAll(): Promise<DenoRun> {
  const start = performance.now();
  const rootTests = (await Array.fromAsync(Deno.readDir(root)))
    .map((entry) => entry.name).filter((name) => name.endsWith("_test.ts"));
  const library = await runPlaces("deno", [...libraryPlaces, ...rootTests], [
    "--doc",
  ]);
  const others: string[] = [];
  for (const place of denoOnlyPlaces) {
    others.push(
      ...(await listFiles(place)).filter((path) => path.endsWith("_test.ts")),
    );
  }
  const tools = await runPlaces("deno-only", others, []);
  return {
    runtime: "deno",
    results: [
      ...withExitCode(library.results, library.code),
      ...withExitCode(tools.results, tools.code),
    ],
    // A documentation example is named after its file and lines.
    shared: library.results.filter((result) =>
      !/#\d+-\d+\.tsx?$/.test(result.name)
    ),
    seconds: (performance.now() - start) / 1000,
    output: library.output + tools.output,
  };
}

async function runPlaces(
  name: string,
  places: string[],
  flags: string[],
): Promise<{ results: TestResult[]; code: number; output: string }> {
  const found: string[] = [];
  for (const place of places) {
    if (await exists(`${root}${place}`)) found.push(place);
  }
  if (found.length === 0) return { results: [], code: 0, output: "" };
  const junit = `${root}.cache/junit/${name}.xml`;
  await Deno.mkdir(`${root}.cache/junit`, { recursive: true });
  await Deno.remove(junit).catch(() => {});
  const args = [
    "test",
    "-A",
    "--quiet",
    ...flags,
    "--junit-path",
    junit,
    ...found,
  ];
  const { code, output } = await run(Deno.execPath(), args);
  const results = await exists(junit)
    ? parseJunit(await Deno.readTextFile(junit))
    : [];
  return { results, code, output };
}

if (import.meta.main) {
  const { results, output } = await runDenoTests();
  const { passed, failed } = count(results);
  if (failed > 0) console.log(output);
  const notice = describeMissing();
  if (notice !== null) console.log(notice);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) Deno.exit(1);
}
