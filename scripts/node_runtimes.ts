import { exists, npm, root, run, runOrThrow } from "./command.ts";

/** The Node versions that the library is tested on. */
export const nodeMajors = [20, 22, 24];

/** The oldest supported Node versions. */
export const oldestNodes = ["20.19.0", "22.12.0"];

/** One Node to run tests with. */
export interface NodeRuntime {
  major: number;
  version: string;
  path: string;
}

/**
 * Finds each wanted Node: the installed one if its major fits, otherwise a copy
 * from npm.
 */
export async function findNodes(): Promise<NodeRuntime[]> {
  const found: NodeRuntime[] = [];
  for (const major of nodeMajors) found.push(await findNode(major));
  return found;
}

/** Finds one Node in the same way. */
export async function findNode(major: number): Promise<NodeRuntime> {
  const installed = await readVersion("node").catch(() => null);
  return installed !== null && majorOf(installed) === major
    ? { major, version: installed, path: "node" }
    : await fetchNode(major);
}

/**
 * Downloads a Node: npm has its binaries as one package per platform, without
 * install scripts.
 *
 * @param wanted a major, or a full version
 */
export async function fetchNode(wanted: number | string): Promise<NodeRuntime> {
  const { os, arch } = Deno.build;
  const platform = os === "windows" ? "win" : os;
  const cpu = arch === "aarch64" ? "arm64" : "x64";
  const name = `${
    os === "darwin" && cpu === "arm64" ? "node-bin" : "node"
  }-${platform}-${cpu}`;
  const prefix = `${root}.cache/nodes/${wanted}`;
  const path = `${prefix}/node_modules/${name}/bin/node${
    os === "windows" ? ".exe" : ""
  }`;
  if (!(await exists(path))) {
    await Deno.mkdir(prefix, { recursive: true });
    const flags = [
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
    ];
    await runOrThrow(npm, [
      "install",
      "--prefix",
      prefix,
      ...flags,
      `${name}@${wanted}`,
    ], {
      cwd: prefix,
    });
  }
  const version = await readVersion(path);
  return { major: majorOf(version), version, path };
}

async function readVersion(path: string): Promise<string> {
  const { output } = await run(path, ["--version"]);
  return output.trim().replace(/^v/, "");
}

function majorOf(version: string): number {
  return Number(version.split(".")[0]);
}
