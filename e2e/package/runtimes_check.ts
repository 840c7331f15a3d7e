/**
 * Signs in and out on Bun and on workerd, against the packed package. Their own
 * test runners know neither our tests nor each other.
 *
 * @module
 */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findBun } from "../../scripts/bun.ts";
import { root, run, runOrThrow } from "../../scripts/command.ts";
import { findNode, install } from "../../scripts/node.ts";
import type { TestResult } from "../../scripts/test_results.ts";
import { findCliTarball } from "../../scripts/build_cli.ts";
import { findTarball, optionalPeers } from "../../scripts/build_npm.ts";

/** A runtime that the packed package is tested on, besides Deno and Node. */
interface Runtime {
  readonly name: string;
  /** The packages that npm has to install for it. */
  readonly tools: readonly string[];
  /** Starts the flow in a folder where package and tools are installed. */
  readonly start: (dir: string) => Promise<{ code: number; output: string }>;
}

const runtimes: readonly Runtime[] = [
  { name: "bun", tools: [], start: startBun },
  {
    name: "workerd",
    tools: ["miniflare@4.20260730.0", "esbuild@0.28.2"],
    start: startWorker,
  },
];

const seconds = 60;

async function startBun(dir: string) {
  const bun = await findBun().catch((cause) => {
    throw new NotInstalled("npm install of Bun", { cause });
  });
  return await run(bun, ["run", "smoke/bun.ts"], { cwd: dir, seconds });
}

async function startWorker(dir: string) {
  const { path: node } = await findNode(24);
  const esbuild = `${dir}/node_modules/esbuild/bin/esbuild`;
  const cwd = `${dir}/smoke`;
  const bundle = (entries: string[], ...flags: string[]) => {
    const files = entries.map((entry) => `${entry}.ts`);
    const common = ["--bundle", "--format=esm", "--outdir=."];
    return runOrThrow(node, [esbuild, ...files, ...common, ...flags], { cwd });
  };
  await bundle(
    ["worker_app", "worker_provider"],
    "--platform=neutral",
    "--main-fields=module,main",
    "--conditions=workerd,worker,import",
    "--external:node:*",
  );
  await bundle(["worker"], "--platform=node", "--packages=external");
  return await run(node, ["worker.js"], { cwd, seconds });
}

class NotInstalled extends Error {}

/** The test browser reads pages with this package. */
const htmlReader = `parse5@${optionalPeers.parse5}`;

/** Runs the flow, and reads the line of results that it writes at its end. */
async function runFlow({ name, tools, start }: Runtime): Promise<TestResult[]> {
  const dir = `${root}.cache/runtimes/${name}`;
  try {
    const own = [await findTarball(), await findCliTarball()];
    await install(dir, ...own, htmlReader, ...tools).catch((cause) => {
      throw new NotInstalled(`npm install of ${tools.join(", ")}`, { cause });
    });
    const from = new URL("smoke", import.meta.url);
    await runOrThrow("cp", ["-r", from.pathname, dir]);
    const { code, output } = await start(dir);
    const line = output.split("\n").findLast((one) =>
      one.startsWith('[{"name"')
    );
    assert.ok(code === 0 && line !== undefined, output);
    return JSON.parse(line);
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    return [{ name: `not installed: ${error.message}`, state: "skipped" }];
  }
}

for (const runtime of runtimes) {
  const results = await runFlow(runtime);
  describe(runtime.name, () => {
    for (const { name, state, reason = "" } of results) {
      it(name, { skip: state === "skipped" }, () => {
        assert.equal(state, "passed", reason);
      });
    }
  });
}
