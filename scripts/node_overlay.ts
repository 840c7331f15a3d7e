import { exists, listFiles, npm, root, runOrThrow } from "./command.ts";
import { readWorkspace, toNpmRange } from "./workspace.ts";

/**
 * The folders whose tests run on Node, besides the tests next to the entries.
 */
const folders = ["core", "server", "providers", "adapters", "testing"];

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
  await Deno.remove(dir, { recursive: true }).catch(() => {});
  await Deno.mkdir(dir, { recursive: true });
  await runOrThrow("tar", ["-xzf", tarball, "--strip-components=1", "-C", dir]);
  const missing = await listMissing(dir);
  const sources = missing.filter((path) => /\.ts$/.test(path));
  for (const path of missing.filter((path) => !/\.ts$/.test(path))) {
    await copy(path, dir);
  }
  await transpile(sources, dir);
  await install(base, dir, sources);
  const testFiles = sources.filter((path) => path.endsWith("_test.ts")).map(
    toJs,
  );
  return { dir, testFiles };
}

/**
 * Lists tests, their helpers and their data: all files that the package does
 * not contain.
 */
async function listMissing(dir: string): Promise<string[]> {
  const topLevel = (await Array.fromAsync(Deno.readDir(root)))
    .map((entry) => entry.name).filter((name) => name.endsWith("_test.ts"));
  const inFolders =
    (await Promise.all(folders.map((folder) => listFiles(folder)))).flat();
  const missing: string[] = ["deno.json"];
  for (const path of [...topLevel, ...inFolders]) {
    if (!(await exists(`${dir}/${toJs(path)}`))) missing.push(path);
  }
  return missing;
}

async function copy(path: string, dir: string): Promise<void> {
  const target = `${dir}/${path}`;
  await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), {
    recursive: true,
  });
  await Deno.copyFile(`${root}${path}`, target);
}

async function transpile(sources: string[], dir: string): Promise<void> {
  if (sources.length === 0) return;
  // The output folder mirrors the common parent; an entry at the root makes
  // that the root.
  const args = [
    "transpile",
    "--quiet",
    "--no-check",
    "--outdir",
    `${dir}/.out`,
  ];
  await runOrThrow(Deno.execPath(), [...args, "mod.ts", ...sources]);
  for (const path of sources.map(toJs)) {
    const target = `${dir}/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), {
      recursive: true,
    });
    const text = await Deno.readTextFile(`${dir}/.out/${path}`);
    await Deno.writeTextFile(target, rewriteSpecifiers(text));
  }
  await Deno.remove(`${dir}/.out`, { recursive: true });
}

/** Rewrites `./x.ts` to `./x.js` in static, side-effect and dynamic imports. */
export function rewriteSpecifiers(text: string): string {
  return text.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*)(["'])(\.{1,2}\/[^"'\n]+)\.ts\2/g,
    "$1$2$3.js$2",
  );
}

/**
 * Installs the imports of package and tests, beside the package so that a
 * rebuild keeps them.
 */
async function install(
  base: string,
  dir: string,
  sources: string[],
): Promise<void> {
  const { imports } = await readWorkspace();
  const texts = await Promise.all(
    sources.map((path) => Deno.readTextFile(`${root}${path}`)),
  );
  const manifest = JSON.parse(await Deno.readTextFile(`${dir}/package.json`));
  const dependencies: Record<string, string> = { ...manifest.dependencies };
  for (const [name, target] of Object.entries(imports)) {
    const used = texts.some((text) =>
      new RegExp(`["']${name}(?:/[^"']*)?["']`).test(text)
    );
    if (used) dependencies[name] = toNpmRange(name, target);
  }
  const wanted = JSON.stringify({ private: true, dependencies }, null, 2);
  const file = `${base}/package.json`;
  const done = `${base}/node_modules/.package-lock.json`;
  if (await exists(done) && await Deno.readTextFile(file) === wanted) return;
  await Deno.writeTextFile(file, wanted);
  const flags = [
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    // Two of the tests' packages conflict: one can optionally use an older
    // release of the other.
    "--legacy-peer-deps",
  ];
  await runOrThrow(npm, ["install", ...flags], { cwd: base });
}

function toJs(path: string): string {
  return path.replace(/\.ts$/, ".js");
}
