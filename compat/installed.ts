/**
 * Installed packages of this library, and the process that plays the flows with
 * one of them.
 *
 * @module
 */

import { root, run, runOrThrow } from "../scripts/command.ts";
import { findNode, install, makeEmpty, npm } from "../scripts/node.ts";
import type { Failures } from "./run.ts";

/** The folder of what is installed and made here. */
export const cache = `${root}.cache/compat`;
/** What flows need besides: the library has them as optional peers. */
const PEERS = ["@simplewebauthn/server@14", "parse5@8", "pg@8"];

/**
 * Installs a version of the library as an application does.
 *
 * @param name the name of the folder
 * @param version a tarball, or a version on npm
 */
export async function installVersion(
  name: string,
  version: string,
): Promise<string> {
  const folder = `${cache}/${name}`;
  await makeEmpty(folder);
  const isRange = /^[0-9]/.test(version);
  const own = isRange ? `@latchkey/auth@${version}` : version;
  await install(folder, own, ...PEERS);
  return folder;
}

/** Packs the package that is installed in a folder; returns the tarball. */
export async function packInstalled(folder: string): Promise<string> {
  const source = `${folder}/node_modules/@latchkey/auth`;
  const target = `${cache}/packed`;
  await makeEmpty(target);
  const flags = ["--ignore-scripts", "--pack-destination", target];
  const output = await runOrThrow(npm, ["pack", "--silent", source, ...flags]);
  return `${target}/${output.trim().split("\n").at(-1)}`;
}

/** An installed version, the file of a corpus, and its flows. */
export interface Play {
  readonly folder: string;
  readonly file: string;
  /** Default: all. */
  readonly flows?: readonly string[];
}

/** Makes a corpus with an installed version. */
export async function makeWith(
  { folder, file, flows = [] }: Play,
): Promise<void> {
  await play("make", folder, file, ...flows);
}

/** Opens a corpus with an installed version; returns why flows failed. */
export async function openWith(
  { folder, file, flows = [] }: Play,
): Promise<Failures> {
  const output = await play("open", folder, file, ...flows);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "");
}

/** Runs the flows on Node, which loads packages as applications do. */
async function play(...args: string[]): Promise<string> {
  const { path } = await findNode(24);
  const program = `${root}compat/run.ts`;
  // A public origin is no mistake here.
  const env = { NODE_ENV: "development", NODE_NO_WARNINGS: "1" };
  const { code, output } = await run(path, [program, ...args], { env });
  if (code === 0) return output;
  throw new Error(`The flows did not run with ${args[1]}:\n${output}`);
}
