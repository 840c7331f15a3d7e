/**
 * The Node versions that the package is tested on, and its installation with
 * npm. npm keeps neither several Nodes nor a folder that it may fill again.
 *
 * @module
 */

import { exists, root, run, runOrThrow } from "./command.ts";

/** npm is a batch file on Windows, which cannot be started by its bare name. */
export const npm: string = Deno.build.os === "windows" ? "npm.cmd" : "npm";

/** The Node versions that the library is tested on. */
const majors = [20, 22, 24];

/** The oldest Node versions that the package supports. */
const oldest = ["20.19.0", "22.12.0"];

/** One Node to run tests with. */
export interface NodeRuntime {
  major: number;
  version: string;
  path: string;
}

/** Finds each Node that the library is tested on. */
export async function findNodes(): Promise<NodeRuntime[]> {
  const found: NodeRuntime[] = [];
  for (const major of majors) found.push(await findNode(major));
  return found;
}

/** Finds the oldest supported Nodes, and those that the library is tested on. */
export async function findSupportedNodes(): Promise<NodeRuntime[]> {
  return [...await Promise.all(oldest.map(fetchNode)), ...await findNodes()];
}

/** Finds the installed Node if its major fits, otherwise a copy from npm. */
export async function findNode(major: number): Promise<NodeRuntime> {
  const installed = await toRuntime("node").catch(() => null);
  return installed?.major === major ? installed : await fetchNode(major);
}

/**
 * Downloads a Node: npm has its binaries as one package per platform, without
 * install scripts.
 *
 * @param wanted a major, or a full version
 */
async function fetchNode(wanted: number | string): Promise<NodeRuntime> {
  const { os, arch } = Deno.build;
  const platform = os === "windows" ? "win" : os;
  const cpu = arch === "aarch64" ? "arm64" : "x64";
  const name = `${platform}-${cpu}`;
  const full = name === "darwin-arm64" ? `node-bin-${name}` : `node-${name}`;
  const dir = `${root}.cache/nodes/${wanted}`;
  const program = os === "windows" ? "node.exe" : "node";
  const path = `${dir}/node_modules/${full}/bin/${program}`;
  if (!(await exists(path))) await install(dir, `${full}@${wanted}`);
  return await toRuntime(path);
}

async function toRuntime(path: string): Promise<NodeRuntime> {
  const { output } = await run(path, ["--version"]);
  const version = output.trim().replace(/^v/, "");
  return { major: Number(version.split(".")[0]), version, path };
}

/**
 * Installs packages, or the tarball of ours, as an application would; without
 * any, what the folder's package.json names.
 */
export async function install(
  dir: string,
  ...packages: string[]
): Promise<void> {
  await makeApplication(dir);
  // A tarball of the same version would count as already installed.
  for (const path of ["@latchkey", ".package-lock.json"]) {
    await Deno.remove(`${dir}/node_modules/${path}`, { recursive: true })
      .catch(() => {});
  }
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const quick = ["--no-package-lock", "--prefer-offline"];
  await runOrThrow(npm, ["install", ...flags, ...quick, ...packages], {
    cwd: dir,
  });
}

/** Makes a folder with a package.json, if it lacks one. */
export async function makeApplication(dir: string): Promise<void> {
  await Deno.mkdir(dir, { recursive: true });
  const manifest = `${dir}/package.json`;
  if (!(await exists(manifest))) {
    await Deno.writeTextFile(
      manifest,
      '{ "private": true, "type": "module" }\n',
    );
  }
}

/** Empties a folder, or makes it. */
export async function makeEmpty(dir: string): Promise<void> {
  await Deno.remove(dir, { recursive: true }).catch(() => {});
  await Deno.mkdir(dir, { recursive: true });
}
