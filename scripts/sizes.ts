import { optionalPeers, toExternal } from "./build_npm.ts";
import { installFresh, maxPackages } from "./consumer.ts";
import { root, runOrThrow } from "./command.ts";
import { compareImport } from "./import_time.ts";
import { findNode } from "./node_runtimes.ts";
import { measureTypes } from "./starter_types.ts";

/** The library's budgets for installing and bundling it. */
const budgets = {
  /** The code that importing `./server` loads, minified and compressed. */
  bundleBytes: 30_000,
  /** All files of a fresh installation. */
  installedBytes: 2_500_000,
  packages: maxPackages,
  /**
   * The CPU time of a Node process that imports `./server`, as a multiple of
   * one that imports nothing.
   */
  importRatio: 2.5,
  /**
   * Type instantiations in the starter beyond those of a bare Express
   * application.
   */
  instantiations: 10_000,
};

/**
 * Checks the package against the budgets; returns a sentence with the numbers,
 * or throws.
 */
export async function checkSizes(tarball: string): Promise<string> {
  const bundle = await measureBundle();
  const { dir, packages, bytes } = await installFresh(tarball);
  const node = await findNode(24);
  const entry = "@latchkey/auth/server";
  const ratio = await compareImport(node.path, entry, dir);
  const types = await measureTypes(tarball);
  const numbers =
    `bundle ${toKb(bundle.entry)} kB gzip (with what loads at sign-in ` +
    `${toKb(bundle.all)}), installed ${toKb(bytes)} kB, ` +
    `${packages.length} packages, import ${
      ratio.toFixed(2)
    } times bare Node, ` +
    `${types.instantiations} type instantiations ` +
    `(${types.ratio.toFixed(2)} times bare Express)`;
  const fits = bundle.entry <= budgets.bundleBytes &&
    bytes <= budgets.installedBytes &&
    packages.length <= budgets.packages &&
    ratio <= budgets.importRatio &&
    types.instantiations <= budgets.instantiations;
  if (!fits) {
    throw new Error(
      `over budget: ${numbers} (allowed: ${JSON.stringify(budgets)})`,
    );
  }
  return numbers;
}

/**
 * Measures the compressed bytes of the bundle: the code that the entry loads
 * immediately, and the total with the parts that load at the first sign-in.
 */
export async function measureBundle(): Promise<{ entry: number; all: number }> {
  const folder = `${root}.cache/bundle`;
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await runOrThrow(Deno.execPath(), [
    "bundle",
    "--quiet",
    "--minify",
    "--code-splitting",
    "--platform=browser",
    "--format=esm",
    ...Object.keys(optionalPeers).flatMap(toExternal),
    `--outdir=${folder}`,
    "server.ts",
  ]);
  const entry = await measureFiles(folder, await findLoaded(folder));
  const all = await measureFiles(folder, await listFiles(folder));
  return { entry, all };
}

async function listFiles(folder: string): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(folder));
  return names.map(({ name }) => name).filter((name) => name.endsWith(".js"));
}

/**
 * Returns the entry and the chunks that it imports statically, directly or not.
 */
async function findLoaded(folder: string): Promise<string[]> {
  const found = new Set(["server.js"]);
  // Iterating a Set also visits items added during the loop.
  for (const name of found) {
    const text = await Deno.readTextFile(`${folder}/${name}`);
    const imports = text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g);
    for (const [, chunk = ""] of imports) found.add(chunk);
  }
  return [...found];
}

async function measureFiles(folder: string, names: string[]): Promise<number> {
  let bytes = 0;
  for (const name of names) {
    const file = await Deno.open(`${folder}/${name}`);
    const compressed = file.readable.pipeThrough(new CompressionStream("gzip"));
    bytes += (await new Response(compressed).arrayBuffer()).byteLength;
  }
  return bytes;
}

function toKb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
