// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { buildNpm } from "./build_npm.ts";
import { checkBrowsers } from "./check_browsers.ts";
import { checkLayers } from "./check_layers.ts";
import { run, runOrThrow } from "./command.ts";
import { checkFirstStart } from "./first_start.ts";
import { findLong } from "./lengths.ts";
import { checkSizes } from "./sizes.ts";
import { findSurfaceChanges } from "./public_surface.ts";
import { checkReadmeApp } from "./readme_app.ts";
import { findStale } from "./sync_docs.ts";
import { runDenoTests } from "./test_deno.ts";
import { count } from "./test_results.ts";
import { readWorkspace } from "./workspace.ts";

/** One check of the gate: returns its findings in a few words, or throws. */
interface Step {
  name: string;
  run: () => Promise<string | void>;
}

/** Ordered by speed, so that common mistakes show immediately. */
const steps: readonly Step[] = [
  { name: "lock file", run: () => deno("install", "--frozen", "--quiet") },
  { name: "format", run: () => deno("fmt", "--check", "--quiet") },
  { name: "lint", run: () => deno("lint", "--quiet") },
  { name: "types", run: () => deno("check", "--quiet", ".") },
  { name: "layers", run: layers },
  { name: "generated files", run: generatedFiles },
  { name: "lengths", run: lengths },
  { name: "documentation", run: documentation },
  { name: "public surface", run: publicSurface },
  { name: "first start", run: checkFirstStart },
  { name: "tests", run: tests },
  { name: "browsers", run: checkBrowsers },
  {
    name: "publish",
    run: () => deno("publish", "--dry-run", "--allow-dirty", "--quiet"),
  },
  { name: "npm package", run: npmPackage },
  {
    name: "README",
    run: async () => await checkReadmeApp((await buildOnce()).tarball),
  },
  {
    name: "sizes",
    run: async () => await checkSizes((await buildOnce()).tarball),
  },
];

async function deno(...args: string[]): Promise<void> {
  await runOrThrow(Deno.execPath(), args);
}

async function layers(): Promise<string> {
  const { files, violations } = await checkLayers();
  if (violations.length > 0) throw new Error(violations.join("\n"));
  return `${files} files`;
}

/** Checks that generated files are up to date. */
async function generatedFiles(): Promise<void> {
  const stale = await findStale();
  if (stale.length > 0) {
    throw new Error(`stale: ${stale.join(", ")} (run: deno task sync:docs)`);
  }
}

/**
 * Reports long functions without enforcing the limit: some are long for a
 * reason.
 */
async function lengths(): Promise<string> {
  const long = await findLong();
  const [first] = long;
  return first === undefined
    ? "all within"
    : `${long.length} over a screen, the longest ${first.place} (${first.lines})`;
}

/**
 * Qwik's types that our public types use; the tool sees their packages only as
 * private.
 */
const foreignTypes = ["Action", "Loader_2", "QRL", "RequestEventCommon"];

/**
 * Checks that every public name has a comment, and that every public type is
 * exported.
 */
async function documentation(): Promise<void> {
  const { exports } = await readWorkspace();
  const args = ["doc", "--quiet", "--lint", ...Object.values(exports)];
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

let build: ReturnType<typeof buildNpm> | null = null;

function buildOnce(): ReturnType<typeof buildNpm> {
  build ??= buildNpm();
  return build;
}

/**
 * Checks the npm package. The tools run without our import map and lock file:
 * they are not part of the project.
 */
async function npmPackage(): Promise<void> {
  const { dir, tarball } = await buildOnce();
  const tool = ["run", "-A", "--quiet", "--no-lock", "--no-config"];
  await deno(...tool, "npm:publint@0.3.25", "run", "--strict", dir);
  await deno(
    ...tool,
    "npm:@arethetypeswrong/cli@0.18.5",
    tarball,
    "--profile",
    "esm-only",
  );
}

async function main(args: string[]): Promise<number> {
  const all = args.includes("--all");
  let failures = 0;
  for (const step of steps) {
    if (args.includes(`--without=${step.name}`)) continue;
    const start = performance.now();
    const failure = await attempt(step);
    const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(5);
    const mark = failure.error === null ? "ok    " : "FAILED";
    console.log(`${mark} ${seconds} s  ${step.name}${failure.note}`);
    if (failure.error === null) continue;
    console.error(failure.error);
    failures++;
    if (!all) break;
  }
  return failures === 0 ? 0 : 1;
}

async function attempt(
  step: Step,
): Promise<{ error: string | null; note: string }> {
  try {
    const note = await step.run();
    return { error: null, note: note ? `: ${note}` : "" };
  } catch (error) {
    return {
      error: error instanceof Error ? error.message : String(error),
      note: "",
    };
  }
}

Deno.exit(await main(Deno.args));
