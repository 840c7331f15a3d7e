// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
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
import { cliFolders, findCliTarball, findCreateTarball } from "./build_cli.ts";
import { findTarball, npmFolder } from "./build_npm.ts";
import { checkBrowsers } from "./check_browsers.ts";
import { deno, root, run, runOrThrow } from "./command.ts";
import { findSurfaceChanges } from "./public_surface.ts";
import { findStale } from "./sync_docs.ts";
import { runDenoTests } from "./test_deno.ts";
import { count } from "./test_results.ts";
import { entries } from "./workspace.ts";

/** One check of the gate: says in a few words what it found, or throws. */
interface Step {
  name: string;
  run: () => Promise<string | void>;
}

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
    { name: "documentation", run: documentation },
    { name: "public surface", run: publicSurface },
    // It waits for the network most of the time.
    { name: "first start", run: checkFirstStart },
  ],
  [{ name: "tests", run: tests }],
  [{ name: "browsers", run: checkBrowsers }],
  [
    { name: "publish", run: publish },
    { name: "npm packages", run: npmPackages },
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

/** Types of frameworks that our types speak of; the tool knows their packages only as private. */
const foreignTypes = [
  "Accessor",
  "Action",
  "Context",
  "HttpException",
  "Loader_2",
  "MiddlewareHandler",
  "QRL",
  "RequestEventCommon",
  "ShallowRef",
];

/** Every public name has a comment, and no public type is out of reach. */
async function documentation(): Promise<void> {
  const args = ["doc", "--quiet", "--lint", ...Object.values(entries)];
  const { code, output } = await run(Deno.execPath(), args);
  const errors = [...output.matchAll(/^error\[.*$/gm)].map(([line]) => line);
  const known = foreignTypes.map((name) => `references private type '${name}'`);
  const others = errors.filter((line) =>
    !known.some((end) => line.endsWith(end))
  );
  if (others.length > 0 || (code !== 0 && errors.length === 0)) {
    throw new Error(output);
  }
}

/** Asks JSR's rules about both packages. */
async function publish(): Promise<void> {
  for (const cwd of [root, `${root}cli`]) {
    const flags = ["--dry-run", "--allow-dirty", "--quiet"];
    await runOrThrow(Deno.execPath(), ["publish", ...flags], { cwd });
  }
}

async function publicSurface(): Promise<void> {
  const changed = await findSurfaceChanges();
  if (changed.length === 0) return;
  throw new Error(
    `changed: ${changed.join("; ")} (on purpose: deno task record:surface)`,
  );
}

async function tests(): Promise<string> {
  const { results, output } = await runDenoTests();
  const { passed, failed } = count(results);
  const summary = `${passed} passed, ${failed} failed`;
  if (failed > 0 || passed === 0) throw new Error(`${output}\n${summary}`);
  return summary;
}

/** The tools run without our import map and lock: they are not part of the project. */
async function npmPackages(): Promise<void> {
  const tarball = await findTarball();
  const tool = ["run", "-A", "--quiet", "--no-lock", "--no-config"];
  const attw = "npm:@arethetypeswrong/cli@0.18.5";
  await findCliTarball();
  await findCreateTarball();
  for (const folder of [npmFolder, ...cliFolders]) {
    await deno(...tool, "npm:publint@0.3.25", "run", "--strict", folder);
  }
  await deno(...tool, attw, tarball, "--profile", "esm-only");
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs a step, and prints its result when it is done; returns whether it passed. */
async function runStep({ name, run }: Step): Promise<boolean> {
  const start = performance.now();
  const { note, error } = await run().then(
    (note) => ({ note, error: undefined }),
    (error) => ({ note: undefined, error: toMessage(error) }),
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(5);
  const mark = error === undefined ? "ok    " : "FAILED";
  console.log(`${mark} ${seconds} s  ${name}${note ? `: ${note}` : ""}`);
  if (error !== undefined) console.error(error);
  return error === undefined;
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
