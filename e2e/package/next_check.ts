/**
 * Builds an application with Next, and so with Turbopack, without any of the
 * optional packages, and signs in. It takes too long for every run.
 *
 * @module
 */

import { it } from "node:test";
import { findTarball } from "../../scripts/build_npm.ts";
import { root, runOrThrow } from "../../scripts/command.ts";
import { findNode, install } from "../../scripts/node.ts";
import { signIn } from "./bundled_sign_in.ts";

it("an application without optional packages is built by Next, and signs in", async () => {
  const dir = `${root}.cache/next`;
  await install(
    dir,
    await findTarball(),
    "next@16",
    "react@19",
    "react-dom@19",
  );
  const sources = new URL("bundled", import.meta.url).pathname;
  await runOrThrow("cp", ["-r", `${sources}/.`, dir]);
  const { path: node } = await findNode(24);
  const next = `${dir}/node_modules/next/dist/bin/next`;
  const env = { NEXT_TELEMETRY_DISABLED: "1" };
  await runOrThrow(node, [next, "build"], { cwd: dir, env });
  await signIn(node, [next, "start"], dir);
});
