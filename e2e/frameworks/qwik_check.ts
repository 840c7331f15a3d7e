/**
 * Builds the application of Qwik 2 with Qwik City 1, and runs the contract of
 * hosts on it: the pages are the same, but for what they import. It takes too
 * long for every run.
 *
 * @module
 */

import { describe } from "node:test";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import { declareContract } from "./shared/declare_contract.ts";
import { listFiles, root } from "../../scripts/command.ts";
import { buildQwik, checkBrowser, checkBuild } from "./qwik_common.ts";
import { runApp } from "./run_app.ts";

const imports = {
  "@qwik.dev/core": "@builder.io/qwik",
  "@qwik.dev/router": "@builder.io/qwik-city",
  "@latchkey/auth/qwik": "@latchkey/auth/component",
} as const;

/** The entries, which differ, and the page for a cache that Qwik City 1 has not. */
const left = /^src\/(?:entry|root|routes\/kept)\b/;

/** Writes the pages of Qwik 2 into the folder that is built. */
async function copyPages(): Promise<void> {
  const sources = new URL("qwik2/app", import.meta.url).pathname;
  const pages = (await listFiles("src", sources)).filter((one) =>
    !left.test(one)
  );
  for (const path of [...pages, "tsconfig.json"]) {
    const text = await Deno.readTextFile(`${sources}/${path}`);
    const page = Object.entries(imports).reduce(
      (all, [from, to]) => all.replaceAll(from, to),
      text,
    );
    const file = `${root}.cache/frameworks/qwik/${path}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, page);
  }
}

await copyPages();
const built = await buildQwik("qwik");
const start = (env: ContractEnvironment) =>
  runApp(built, { args: ["server/entry.node.js"] }, env);

describe("the contract of hosts: Qwik City 1", () => {
  declareContract({
    start,
    // An application of Qwik may have pages of its own below the base path.
    has: ["actions", "forwarded", "proxy"],
  });
});

checkBuild("Qwik City 1", built);
checkBrowser("Qwik City 1", start);
