/**
 * Installs and runs VitePress, which is no dependency of the project.
 *
 * @module
 */

import { installByBun } from "../bun.ts";
import { exists, runOrThrow } from "../command.ts";
import { findNode } from "../node.ts";
import { packages, site, sources, workshop } from "./place.ts";

/** Installs what builds the site, unless it is there. */
export async function prepareVitePress(): Promise<void> {
  const mark = `${workshop}/installed.json`;
  const wanted = JSON.stringify(packages);
  const found = await Deno.readTextFile(mark).catch(() => null);
  if (found === wanted && await exists(`${workshop}/node_modules`)) return;
  await installByBun(workshop, ...packages);
  await Deno.writeTextFile(mark, wanted);
}

/** Returns the command that runs VitePress, and its arguments. */
export async function toVitePress(...args: string[]) {
  const { path } = await findNode(24);
  const program = `${workshop}/node_modules/vitepress/bin/vitepress.js`;
  return { command: path, args: [program, ...args] };
}

/** Builds the site from the staged pages. */
export async function buildVitePress(): Promise<string> {
  const { command, args } = await toVitePress(
    "build",
    sources,
    "--outDir",
    site,
  );
  return await runOrThrow(command, args, { cwd: workshop });
}
