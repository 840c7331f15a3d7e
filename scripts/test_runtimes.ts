// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { buildNpm, optionalPeers } from "./build_npm.ts";
import { exists, npm, root, run, runOrThrow } from "./command.ts";
import { findNodes } from "./node_runtimes.ts";
import {
  count,
  type TestResult,
  type TestRun,
  withExitCode,
} from "./test_results.ts";

/** A runtime that the packed package is tested on, besides Deno and Node. */
interface Runtime {
  readonly name: string;
  /** The packages that npm has to install for it. */
  readonly tools: Readonly<Record<string, string>>;
  /** Starts the flow in a folder where package and tools are installed. */
  readonly start: (dir: string) => Promise<{ code: number; output: string }>;
}

const runtimes: readonly Runtime[] = [
  { name: "bun", tools: { bun: "1.4.4" }, start: startBun },
  {
    name: "workerd",
    tools: { miniflare: "4.20260730.0", esbuild: "0.28.2" },
    start: startWorker,
  },
];

/** Signs in and out on each runtime, against the packed package. */
export async function runRuntimeTests(tarball: string): Promise<TestRun[]> {
  const runs: TestRun[] = [];
  for (const runtime of runtimes) runs.push(await runOn(runtime, tarball));
  return runs;
}

async function runOn(runtime: Runtime, tarball: string): Promise<TestRun> {
  const start = performance.now();
  const { name } = runtime;
  const dir = `${root}.cache/runtimes/${name}`;
  let results: TestResult[];
  let output = "";
  try {
    await install(runtime, dir, tarball);
    const done = await runtime.start(dir);
    output = done.output;
    results = withExitCode(readResults(name, output), done.code);
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    console.log(`${name} is skipped: ${error.message}`);
    results = [{ name: `${name} > signing in and out`, state: "skipped" }];
  }
  const seconds = (performance.now() - start) / 1000;
  return { runtime: name, results, seconds, output };
}

/**
 * Reads the flow's last line; without one no test has run, and that is a
 * failure.
 */
export function readResults(name: string, output: string): TestResult[] {
  const line = output.split("\n").findLast((one) => one.startsWith('[{"name"'));
  const results: TestResult[] = line === undefined
    ? [{ name: "signing in and out", state: "failed" }]
    : JSON.parse(line);
  return results.map((one) => ({ ...one, name: `${name} > ${one.name}` }));
}

class NotInstalled extends Error {}

/**
 * Installs tools and dependencies, which stay between runs; the package is
 * unpacked each time.
 */
async function install(
  { tools }: Runtime,
  dir: string,
  tarball: string,
): Promise<void> {
  const own = `${dir}/node_modules/@latchkey/auth`;
  await Deno.mkdir(dir, { recursive: true });
  await Deno.remove(`${dir}/package`, { recursive: true }).catch(() => {});
  await runOrThrow("tar", ["-xzf", tarball, "-C", dir]);
  const manifest = JSON.parse(
    await Deno.readTextFile(`${dir}/package/package.json`),
  );
  const { parse5 = "" } = optionalPeers;
  const dependencies = { ...manifest.dependencies, ...tools, parse5 };
  const wanted = JSON.stringify(
    { private: true, type: "module", dependencies },
    null,
    2,
  );
  const file = `${dir}/package.json`;
  const done = `${dir}/node_modules/.package-lock.json`;
  if (!(await exists(done)) || await readIfThere(file) !== wanted) {
    await Deno.writeTextFile(file, wanted);
    const flags = [
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--no-package-lock",
      "--prefer-offline",
    ];
    const { code, output } = await run(npm, ["install", ...flags], {
      cwd: dir,
    });
    if (code !== 0) {
      await Deno.remove(file);
      const reason = output.split("\n").find((line) => /ERR!|error/.test(line));
      throw new NotInstalled(
        `npm install of ${Object.keys(tools).join(", ")} failed (${reason})`,
      );
    }
  }
  await Deno.remove(own, { recursive: true }).catch(() => {});
  await Deno.mkdir(`${dir}/node_modules/@latchkey`, { recursive: true });
  await Deno.rename(`${dir}/package`, own);
  await Deno.remove(`${dir}/smoke`, { recursive: true }).catch(() => {});
  await Deno.mkdir(`${dir}/smoke`);
  for await (const { name } of Deno.readDir(`${root}scripts/smoke`)) {
    await Deno.copyFile(`${root}scripts/smoke/${name}`, `${dir}/smoke/${name}`);
  }
}

async function readIfThere(file: string): Promise<string | null> {
  return await exists(file) ? await Deno.readTextFile(file) : null;
}

const seconds = 60;

async function startBun(dir: string) {
  const { os, arch } = Deno.build;
  const cpu = arch === "aarch64" ? "aarch64" : "x64";
  const name = `bun-${os}-${cpu}`;
  const extension = os === "windows" ? ".exe" : "";
  const path = `${dir}/node_modules/@oven/${name}/bin/bun${extension}`;
  if (!(await exists(path))) throw new NotInstalled(`npm has no ${name}`);
  return await run(path, ["run", "smoke/bun.ts"], { cwd: dir, seconds });
}

async function startWorker(dir: string) {
  const node = (await findNodes()).at(-1)?.path ?? "node";
  const cwd = `${dir}/smoke`;
  const bundle = async (entry: string, ...flags: string[]) =>
    await runOrThrow(node, [
      `${dir}/node_modules/esbuild/bin/esbuild`,
      `${entry}.ts`,
      "--bundle",
      "--format=esm",
      `--outfile=${entry}.js`,
      ...flags,
    ], { cwd });
  const forWorkers = [
    "--platform=neutral",
    "--main-fields=module,main",
    "--conditions=workerd,worker,import",
    "--external:node:*",
  ];
  await Promise.all([
    bundle("worker_app", ...forWorkers),
    bundle("worker_provider", ...forWorkers),
    bundle("worker", "--platform=node", "--packages=external"),
  ]);
  return await run(node, ["worker.js"], { cwd, seconds });
}

if (import.meta.main) {
  const { tarball } = await buildNpm();
  let failures = 0;
  for (const run of await runRuntimeTests(tarball)) {
    const { passed, failed, skipped } = count(run.results);
    failures += failed;
    if (failed > 0) console.log(run.output);
    console.log(
      `${run.runtime}: ${passed} passed, ${failed} failed, ${skipped} skipped (${
        run.seconds.toFixed(1)
      } s)`,
    );
  }
  if (failures > 0) Deno.exit(1);
}
