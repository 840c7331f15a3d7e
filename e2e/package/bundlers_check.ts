/**
 * Bundles an application that has none of the optional packages, runs the
 * result on Node, and signs in: a bundler looks for every package that a module
 * names, whether it is loaded or not.
 *
 * @module
 */

import { it } from "node:test";
import { findTarball } from "../../scripts/build_npm.ts";
import { installByBun } from "../../scripts/bun.ts";
import { root, runOrThrow } from "../../scripts/command.ts";
import { findNode, makeEmpty } from "../../scripts/node.ts";
import { signIn } from "./bundled_sign_in.ts";

const tools = [
  "@rollup/plugin-node-resolve@16",
  "esbuild@0.28",
  "rolldown@1.3",
  "rollup@4",
  "vite@8",
  "webpack@5",
];
const bundlers = ["esbuild", "rolldown", "rollup", "vite", "webpack"];

const dir = `${root}.cache/bundlers`;
await makeEmpty(`${dir}/app`);
await installByBun(dir, await findTarball(), ...tools);
const sources = new URL("bundled", import.meta.url).pathname;
await runOrThrow("cp", ["-r", `${sources}/.`, `${dir}/app`]);
const { path: node } = await findNode(24);

for (const bundler of bundlers) {
  it(`an application without optional packages is bundled by ${bundler}, and signs in`, async () => {
    const out = `${dir}/app/out/${bundler}`;
    await runOrThrow(node, ["build.mjs", bundler, out], { cwd: `${dir}/app` });
    await signIn(node, [`${out}/server.mjs`], dir);
  });
}
