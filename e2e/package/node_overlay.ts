import { optionalPeers } from "../../scripts/build_npm.ts";
import { installByBun } from "../../scripts/bun.ts";
import { exists, listFiles, root, runOrThrow } from "../../scripts/command.ts";
import { makeEmpty } from "../../scripts/node.ts";
import { frameworkPlaces } from "../../scripts/test_groups.ts";
import { imports } from "../../scripts/workspace.ts";

/**
 * The folders whose tests run on Node, besides the tests next to the entries.
 */
const folders = [
  "core",
  "frameworks",
  "resource",
  "server",
  "providers",
  "adapters",
  "audit",
  "migrate",
  "cli",
  "testing",
  ...frameworkPlaces,
];

/** An unpacked package with its tests next to its files. */
export interface Overlay {
  dir: string;
  testFiles: string[];
}

/**
 * Unpacks the tarball and adds the transpiled tests, so that the published
 * package is tested. The package is bundled; tests of internals find the
 * transpiled modules at their paths in the source tree. Such a module is a
 * second copy beside the bundle's: its classes are different.
 */
export async function makeOverlay(tarball: string): Promise<Overlay> {
  const base = `${root}.cache/node-tests`;
  const dir = `${base}/pkg`;
  await makeEmpty(dir);
  await runOrThrow("tar", ["-xzf", tarball, "--strip-components=1", "-C", dir]);
  const missing = await listMissing(dir);
  const sources = missing.filter((path) => path.endsWith(".ts"));
  for (const path of missing) {
    if (sources.includes(path)) continue;
    await makeParent(`${dir}/${path}`);
    await Deno.copyFile(root + path, `${dir}/${path}`);
  }
  await transpile(sources, dir);
  await installImports(base, dir, sources);
  const tests = sources.filter((path) => path.endsWith("_test.ts"));
  return { dir, testFiles: tests.map(toJs) };
}

/**
 * Lists tests, their helpers and their data: all files that the package does
 * not contain.
 */
async function listMissing(dir: string): Promise<string[]> {
  const topLevel = (await Array.fromAsync(Deno.readDir(root)))
    .map((entry) => entry.name).filter((name) => name.endsWith("_test.ts"));
  const inFolders = await Promise.all(folders.map((one) => listFiles(one)));
  const missing: string[] = ["deno.json"];
  for (const path of [...topLevel, ...inFolders.flat()]) {
    if (!(await exists(`${dir}/${toJs(path)}`))) missing.push(path);
  }
  return missing;
}

async function makeParent(path: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
}

async function transpile(sources: string[], dir: string): Promise<void> {
  const out = `${dir}/.out`;
  const flags = ["--quiet", "--no-check", "--outdir", out];
  // The output folder mirrors the common parent; an entry at the root makes
  // that the root.
  const args = ["transpile", ...flags, "mod.ts", ...sources];
  await runOrThrow(Deno.execPath(), args);
  for (const path of sources.map(toJs)) {
    const text = await Deno.readTextFile(`${out}/${path}`);
    await makeParent(`${dir}/${path}`);
    await Deno.writeTextFile(`${dir}/${path}`, rewriteSpecifiers(text));
  }
  await Deno.remove(out, { recursive: true });
}

/**
 * Rewrites `./x.ts` to `./x.js` in static, side-effect and dynamic imports. What
 * a template has, as the files that a program writes, stays as it is.
 */
export function rewriteSpecifiers(text: string): string {
  return text.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*)(["'])(\.{1,2}\/[^"'\n]+)\.ts\2/g,
    (found, start, quote, path, at: number) => {
      const isDynamic = start.includes("(");
      const marks = text.slice(0, at).split("`").length - 1;
      return isDynamic || marks % 2 === 0
        ? `${start}${quote}${path}.js${quote}`
        : found;
    },
  );
}

/**
 * Installs the imports of package and tests, beside the package so that a
 * rebuild keeps them.
 */
async function installImports(
  base: string,
  dir: string,
  sources: string[],
): Promise<void> {
  const texts = await Promise.all(
    sources.map((path) => Deno.readTextFile(`${root}${path}`)),
  );
  const manifest = JSON.parse(await Deno.readTextFile(`${dir}/package.json`));
  const dependencies: Record<string, string> = { ...manifest.dependencies };
  for (const [name, target] of Object.entries(imports)) {
    const used = new RegExp(`["']${name}(?:/[^"']*)?["']`);
    // The package's own files name its optional peers.
    if (name in optionalPeers || texts.some((text) => used.test(text))) {
      dependencies[name] = toNpmRange(name, target);
    }
  }
  const wanted = JSON.stringify({ private: true, dependencies }, null, 2);
  const file = `${base}/package.json`;
  const known = await Deno.readTextFile(file).catch(() => null);
  const isDone = await exists(`${base}/bun.lock`);
  if (isDone && known === wanted) return;
  await Deno.writeTextFile(file, wanted);
  await installByBun(base);
}

/**
 * Converts an import map value (`npm:express@^4.22.0`) to the value of that key
 * in package.json.
 */
function toNpmRange(key: string, value: string): string {
  const match = /^npm:((?:@[^/]+\/)?[^@/]+)@(.+)$/.exec(value);
  if (match === null) {
    throw new Error(`deno.json imports: ${key} needs a version (${value})`);
  }
  const [, name = "", range = ""] = match;
  return name === key ? range : `npm:${name}@${range}`;
}

/** Returns the path of a transpiled module. */
export function toJs(path: string): string {
  return path.replace(/\.ts$/, ".js");
}
