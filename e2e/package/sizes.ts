/**
 * Compares what installing, importing and bundling the package costs with fixed
 * budgets. Tools that measure bundles know neither import time nor types.
 *
 * @module
 */

import { build, stop } from "esbuild";
import { optionalPeers } from "../../scripts/build_npm.ts";
import { listFiles, root, runOrThrow } from "../../scripts/command.ts";
import { findNode, install, makeEmpty } from "../../scripts/node.ts";
import { name } from "../../scripts/workspace.ts";
import { measureTypes } from "./starter_types.ts";

/** The maximum number of packages of an installation, the library included: `uqr` draws the QR codes of second factors. */
export const maxPackages = 4;

/** The library's budgets for installing and bundling it. */
const budgets = {
  /**
   * The code that importing `./server` loads, minified and compressed. What it
   * shares with guards of APIs, and with the integrations of other frameworks,
   * is in files of its own, which takes 1,500 of them.
   */
  bundleBytes: 39_500,
  /** `./client`, minified and compressed: a page loads it at once. */
  clientBytes: 3_000,
  /**
   * All files of a fresh installation. The documents are 470,000 of them, the
   * integrations, the client and the contract of hosts 350,000, the filter of
   * common passwords 130,000, and guards of APIs 120,000.
   */
  installedBytes: 4_500_000,
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
  /**
   * Type instantiations of an application with three providers, as a multiple of
   * those of one without any.
   */
  providersRatio: 1.1,
};

/**
 * Checks the package against the budgets; returns a sentence with the numbers,
 * or throws.
 */
export async function checkSizes(tarball: string): Promise<string> {
  const { dir, packages, bytes } = await installFresh(tarball);
  const bundle = await measureBundle(dir);
  const client = await measureBundle(dir, "client.js");
  const node = await findNode(24);
  const ratio = await compareImport(node.path, `${name}/server`, dir);
  const types = await measureTypes(tarball);
  const numbers =
    `bundle ${bundle.entry} bytes gzip (with what loads at sign-in ` +
    `${toKb(bundle.all)} kB), client ${client.all} bytes gzip, installed ${
      toKb(bytes)
    } kB, ` +
    `${packages.length} packages, import ${
      ratio.toFixed(2)
    } times bare Node, ` +
    `${types.instantiations} type instantiations ` +
    `(${types.ratio.toFixed(2)} times bare Express), three providers ` +
    `${types.providers.toFixed(3)} times none`;
  const fits = bundle.entry <= budgets.bundleBytes &&
    client.all <= budgets.clientBytes &&
    bytes <= budgets.installedBytes &&
    packages.length <= budgets.packages &&
    ratio <= budgets.importRatio &&
    types.instantiations <= budgets.instantiations &&
    types.providers <= budgets.providersRatio;
  if (!fits) {
    throw new Error(
      `over budget: ${numbers} (allowed: ${JSON.stringify(budgets)})`,
    );
  }
  return numbers;
}

/** Installs the tarball as an application would, in an empty folder. */
export async function installFresh(
  tarball: string,
): Promise<{ dir: string; packages: string[]; bytes: number }> {
  const dir = `${root}.cache/consumer`;
  await makeEmpty(dir);
  await install(dir, tarball);
  const modules = `${dir}/node_modules`;
  const lock = JSON.parse(
    await Deno.readTextFile(`${modules}/.package-lock.json`),
  );
  const packages = Object.keys(lock.packages).map((path) =>
    path.replace("node_modules/", "")
  );
  return { dir, packages, bytes: await sizeOf(modules, packages) };
}

/** Returns the bytes of all files of these folders. */
async function sizeOf(base: string, folders: string[]): Promise<number> {
  const lists = await Promise.all(folders.map((one) => listFiles(one, base)));
  const sizes = lists.flat().map(async (path) =>
    (await Deno.stat(`${base}/${path}`)).size
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/**
 * Returns how many times the CPU time a Node process takes with an import,
 * compared with one without: the minimum of each, because noise only adds. CPU
 * time, because a busy machine slows down everything else.
 */
async function compareImport(
  command: string,
  specifier: string,
  cwd: string,
): Promise<number> {
  const measure = async (program: string) => {
    const code = `${program}
const { user, system } = process.cpuUsage();
process.stdout.write(String(user + system), () => process.exit(0));`;
    const args = ["--input-type=module", "--eval", code];
    return Number(await runOrThrow(command, args, { cwd }));
  };
  const bare: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < 20; round++) {
    bare.push(await measure(""));
    own.push(await measure(`import "${specifier}";`));
  }
  return Math.min(...own) / Math.min(...bare);
}

/**
 * Measures the compressed bytes of an entry as an application's bundler
 * minifies it: the code that the entry loads immediately, and the total with the
 * parts that load at the first sign-in.
 *
 * @param dir the folder with node_modules, where the package is installed
 */
export async function measureBundle(
  dir: string,
  file = "server.js",
): Promise<{ entry: number; all: number }> {
  const folder = `${root}.cache/bundle`;
  await makeEmpty(folder);
  await build({
    entryPoints: [`${dir}/node_modules/${name}/${file}`],
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "browser",
    external: Object.keys(optionalPeers),
  });
  await stop();
  const entry = await measureFiles(folder, await findLoaded(folder, file));
  const all = await measureFiles(folder, await listFiles("", folder));
  return { entry, all };
}

/**
 * Returns the entry and the chunks that it imports statically, directly or not.
 */
async function findLoaded(folder: string, file: string): Promise<string[]> {
  const found = new Set([file]);
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
