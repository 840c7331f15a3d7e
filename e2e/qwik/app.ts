/**
 * Builds the Qwik starter with the packed library, as users would.
 *
 * @module
 */

import { exists, listFiles, root, runOrThrow } from "../../scripts/command.ts";
import { install } from "../../scripts/node.ts";
import { readRecipes } from "../recipes/recipes.ts";
import { findTarball } from "../../scripts/build_npm.ts";

const example = `${root}examples/qwik-app`;

/** A copy of the Qwik starter outside of our module tree, as users make one. */
export const qwikApp = `${root}.cache/qwik-app`;

const stamp = `${root}.cache/qwik-app.stamp`;

/** A value in the copy's configuration that browsers must never see. */
export const marker = "https://a-secret-of-the-server.example";

/**
 * Builds the starter with the packed library, unless it is already built: an
 * installation takes half a minute.
 */
export async function prepareQwikApp(): Promise<void> {
  const packed = await findTarball();
  const recipes = `${root}docs/pages.md`;
  const digest = await digestOf([packed, recipes, ...await listExample()]);
  const known = await Deno.readTextFile(stamp).catch(() => null);
  if (known === digest && await exists(`${qwikApp}/server`)) return;
  await Deno.remove(stamp).catch(() => {});
  await copyExample();
  await addRecipe();
  await addMarker();
  await install(qwikApp, packed);
  const node = ["node_modules/vite/bin/vite.js", "build"];
  await runInApp(node);
  await runInApp([...node, "-c", "adapters/node/vite.config.ts"]);
  await Deno.writeTextFile(stamp, digest);
}

/** Runs a script of the application's own tools with Node. */
export async function runInApp(args: string[]): Promise<string> {
  // The kits of tests say development, which a build would take up.
  const env = { NODE_ENV: "production" };
  return await runOrThrow("node", args, { cwd: qwikApp, env });
}

async function listExample(): Promise<string[]> {
  const paths = await listFiles("", example);
  return paths.filter((path) => !/^(?:dist|server|\.env$)/.test(path))
    .map((path) => `${example}/${path}`);
}

async function copyExample(): Promise<void> {
  // The installation stays: most of it is the same each time.
  for (const name of ["src", "public", "adapters", "dist", "server"]) {
    await Deno.remove(`${qwikApp}/${name}`, { recursive: true })
      .catch(() => {});
  }
  for (const path of await listExample()) {
    const copy = qwikApp + path.slice(example.length);
    await Deno.mkdir(copy.slice(0, copy.lastIndexOf("/")), { recursive: true });
    await Deno.copyFile(path, copy);
  }
}

/** A page of docs/pages.md, which the starter itself does not have. */
async function addRecipe(): Promise<void> {
  const name = "src/routes/sign-in/index.tsx";
  const code = (await readRecipes()).get(name);
  if (code === undefined) throw new Error(`docs/pages.md has no ${name}`);
  await Deno.mkdir(`${qwikApp}/src/routes/sign-in`, { recursive: true });
  await Deno.writeTextFile(`${qwikApp}/${name}`, code);
}

async function addMarker(): Promise<void> {
  const path = `${qwikApp}/src/server/auth.ts`;
  const code = await Deno.readTextFile(path);
  const changed = code.replace(
    "providers: [",
    `redirectProxyOrigins: ["${marker}"],\n    providers: [`,
  );
  if (changed === code) throw new Error(`${path} has no place for the marker`);
  await Deno.writeTextFile(path, changed);
}

async function digestOf(paths: string[]): Promise<string> {
  const parts: BlobPart[] = [];
  for (const path of paths) {
    parts.push(path.slice(root.length), await Deno.readFile(path));
  }
  const bytes = await new Blob(parts).arrayBuffer();
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return new Uint8Array(digest).toHex();
}
