/**
 * Bundles the modules of the npm package. `deno bundle` can only minify names
 * along with white space, and writes every letter outside ASCII as an escape.
 *
 * @module
 */

import { stop, transform } from "esbuild";
import { type GetModuleInfo, rollup, type RollupLog } from "rollup";
import { listFiles } from "./command.ts";

/** What the bundles are made of. */
interface BundleOptions {
  /** The modules that the package exports. */
  readonly entries: readonly string[];
  /** The packages that stay imports. */
  readonly external: readonly string[];
  /** Returns a module's file name in the package. */
  readonly toBuilt: (path: string) => string;
}

/**
 * The files that several entries share, by the modules that they begin with:
 * each has all that these import, unless an earlier file has it. A bundler
 * would make a file for each set of modules that the same entries import; with
 * an entry for each provider, a session read would load two dozen of them, and
 * a sign-in a hundred.
 */
const shared: Readonly<Record<string, readonly string[]>> = {
  core: ["server.js"],
  host: ["core/pipeline/host/host_parts.js"],
  routes: ["core/pipeline/auth.js", "core/session/changes.js"],
  sign_in: ["core/pipeline/provider_routes.js"],
};

/**
 * Bundles the modules of a folder into a few files, in place: Node takes about
 * half a millisecond to find and start each module. Entries share their common
 * code, so that there is one copy of every class; code that loads at sign-in
 * stays separate. The declarations are unchanged.
 *
 * White space is a fifth of the code, and goes; syntax takes its shortest form.
 * Names stay, so that a stack trace can be read, and lines stay short, because
 * Node prints the whole line of an uncaught error.
 */
export async function bundle(
  dir: string,
  options: BundleOptions,
): Promise<void> {
  const folder = `${dir}/bundle`;
  await writeBundles(dir, folder, options);
  for (const path of await listFiles("", dir)) {
    const isModule = path.endsWith(".js") && !path.startsWith("bundle/");
    if (isModule) await Deno.remove(`${dir}/${path}`);
  }
  for (const path of await listFiles("", folder)) {
    await Deno.rename(`${folder}/${path}`, `${dir}/${options.toBuilt(path)}`);
  }
  await Deno.remove(folder, { recursive: true });
}

async function writeBundles(
  dir: string,
  folder: string,
  { entries, external }: BundleOptions,
): Promise<void> {
  const isExternal = (id: string) =>
    id.startsWith("node:") ||
    external.some((name) => id === name || id.startsWith(`${name}/`));
  const input = Object.fromEntries(
    [...new Set(entries)].map((path) => path.replace(/^\.\//, ""))
      .map((path) => [path.replace(/\.js$/, ""), `${dir}/${path}`]),
  );
  const bundles = await rollup({ input, external: isExternal, onLog });
  try {
    await bundles.write({
      dir: folder,
      format: "es",
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
      hoistTransitiveImports: false,
      // A short name may end in "$", which Qwik's compiler takes for its own.
      minifyInternalExports: false,
      onlyExplicitManualChunks: true,
      manualChunks: createFinder(dir, Object.values(input)),
      plugins: [{ name: "white-space", renderChunk: toShort }],
    });
  } finally {
    await bundles.close();
    await stop();
  }
}

/** Refuses what a bundler only warns of, such as a file that does not exist. */
function onLog(level: string, { code, message }: RollupLog): void {
  // `./types` has declarations only.
  if (level === "warn" && code !== "EMPTY_BUNDLE") throw new Error(message);
}

async function toShort(code: string): Promise<string> {
  const options = {
    charset: "utf8",
    format: "esm",
    lineLimit: 120,
    minifySyntax: true,
    minifyWhitespace: true,
    target: "es2022",
  } as const;
  return (await transform(code, options)).code;
}

/** Finds the shared file of a module; undefined: the bundler decides. */
function createFinder(
  dir: string,
  entries: readonly string[],
): (id: string, api: { getModuleInfo: GetModuleInfo }) => string | undefined {
  const sets = new Map<string, Set<string>>();
  const list = (
    name: string,
    roots: readonly string[],
    info: GetModuleInfo,
  ) => {
    const known = sets.get(name) ?? listImports(roots, info);
    sets.set(name, known);
    return known;
  };
  return (id, { getModuleInfo }) => {
    if (getModuleInfo(id)?.isEntry) return undefined;
    for (const [name, paths] of Object.entries(shared)) {
      const roots = paths.map((path) => `${dir}/${path}`);
      if (list(name, roots, getModuleInfo).has(id)) return name;
      // The imports of an entry must not bring in what loads later.
      if (list("entries", entries, getModuleInfo).has(id)) return undefined;
    }
  };
}

/** Lists modules, and what they import, directly or not. */
function listImports(
  roots: readonly string[],
  getModuleInfo: GetModuleInfo,
): Set<string> {
  const all = new Set(roots);
  // Iterating a Set also visits items added during the loop.
  for (const id of all) {
    for (const imported of getModuleInfo(id)?.importedIds ?? []) {
      all.add(imported);
    }
  }
  return all;
}
