/**
 * Bundles the modules of the npm package. `deno bundle` cannot say which
 * modules share a file, and writes every letter outside ASCII as an escape.
 *
 * @module
 */

import { dirname, join, relative } from "node:path";
import { stop, transform } from "esbuild";
import {
  type GetModuleInfo,
  type PreRenderedChunk,
  type RenderedChunk,
  rollup,
  type RollupLog,
} from "rollup";
import { deno, listFiles, root } from "./command.ts";
import { entries as ownEntries, name } from "./workspace.ts";

/** What the bundles are made of. */
interface BundleOptions {
  /** The sources of the modules that the package exports. */
  readonly entries: readonly string[];
  /** The packages that stay imports. */
  readonly external: readonly string[];
  /** Returns the file name that an entry has in the package. */
  readonly toBuilt: (path: string) => string;
}

/**
 * The files that several entries share, by the modules that they begin with:
 * each has all that these import, unless an earlier file has it. A bundler
 * would make a file for each set of modules that the same entries import; with
 * an entry for each provider, a session read would load two dozen of them, and
 * a sign-in a hundred. Of several modules, it is what all of them import.
 */
const shared: Readonly<Record<string, readonly string[]>> = {
  // Guards of APIs load no code of sessions.
  base: ["server.ts", "resource.ts"],
  core: ["server.ts"],
  sessions: ["core/session/sessions.ts"],
  pipeline: ["core/pipeline/pipeline.ts"],
  oauth: ["core/methods/oauth/oauth.ts"],
};

/** A tab and not spaces: half of the bytes of the indentation. */
const format = ["--quiet", "--no-config", "--use-tabs", "--line-width=120"];

/**
 * Bundles the sources into a few files of a folder: Node takes about half a
 * millisecond to find and start each module. Entries share their common code,
 * so that there is one copy of every class; code that loads at sign-in stays
 * separate.
 *
 * Nothing is minified, because Node prints the line of an uncaught error, and
 * people step into the code. Only the comments are left out, a quarter of the
 * bytes.
 */
export async function bundle(
  dir: string,
  { entries, external, toBuilt }: BundleOptions,
): Promise<void> {
  const isExternal = (id: string) =>
    id.startsWith("node:") ||
    external.some((name) => id === name || id.startsWith(`${name}/`));
  const paths = [...new Set(entries)].map((path) => path.replace(/^\.\//, ""));
  const input = Object.fromEntries(
    paths.map((path) => [path.replace(/\.ts$/, ""), `${root}${path}`]),
  );
  const bundles = await rollup({
    input,
    external: isExternal,
    onLog,
    plugins: [{ name: "types", transform: toScript, resolveId: find }],
  });
  try {
    await bundles.write({
      dir,
      format: "es",
      entryFileNames: ({ name }) => toBuilt(`${name}.js`),
      chunkFileNames: toChunkName,
      hoistTransitiveImports: false,
      // A short name may end in "$", which Qwik's compiler takes for its own.
      minifyInternalExports: false,
      onlyExplicitManualChunks: true,
      manualChunks: createFinder(Object.values(input)),
      plugins: [{ name: "module-names", renderChunk: nameModules }],
    });
  } finally {
    await bundles.close();
    await stop();
  }
  const all = (await listFiles("", dir)).filter((path) => path.endsWith(".js"));
  await deno("fmt", ...format, ...all.map((path) => `${dir}/${path}`));
}

/** Refuses what a bundler only warns of, such as a file that does not exist. */
function onLog(level: string, { code, message }: RollupLog): void {
  // `./types` has declarations only.
  if (level === "warn" && code !== "EMPTY_BUNDLE") throw new Error(message);
}

/** Finds what is not where its specifier says. */
function find(id: string, importer: string | undefined) {
  return findOwn(id) ?? findNest(id, importer);
}

/** Finds an entry of the library, which the command line imports by its name. */
function findOwn(id: string): string | null {
  if (!id.startsWith(`${name}/`)) return null;
  const entry = ownEntries[`.${id.slice(name.length)}`];
  return entry === undefined ? null : `${root}${entry.slice(2)}`;
}

/** Puts Nest's own modules in the place of those that stand for them. */
function findNest(id: string, importer: string | undefined) {
  const path = importer === undefined ? id : join(dirname(importer), id);
  const [, module] = /\/nest\/(common|core)\.ts$/.exec(path) ?? [];
  return module === undefined
    ? null
    : { id: `@nestjs/${module}`, external: true };
}

/** Removes types and comments. */
async function toScript(code: string, id: string) {
  const options = {
    sourcefile: id,
    charset: "utf8",
    format: "esm",
    loader: "ts",
    target: "es2022",
  } as const;
  return { code: (await transform(code, options)).code, map: null };
}

/**
 * Returns the name of a file that is not an entry: the path of the module that
 * it is about, which is the one that code imports when it needs it, or the
 * last, which imports the others.
 */
function toChunkName(chunk: PreRenderedChunk): string {
  const { name, facadeModuleId, moduleIds } = chunk;
  if (name in shared) return `chunks/${name}.js`;
  const path = relative(root, facadeModuleId ?? moduleIds.at(-1) ?? name);
  return `chunks/${path.replace(/\.ts$/, ".js")}`;
}

/**
 * Writes the path of its source before each module of a file that has several.
 */
function nameModules(code: string, { modules }: RenderedChunk): string {
  const known = Object.entries(modules).filter(([, { code }]) => code);
  if (known.length < 2) return code;
  let end = 0;
  const parts: string[] = [];
  // They follow each other in this order.
  for (const [id, { code: own }] of known) {
    const start = code.indexOf(own ?? "", end);
    if (start < 0) throw new Error(`${id} is not in its bundle`);
    parts.push(code.slice(end, start), `// ${relative(root, id)}\n`);
    end = start;
  }
  return [...parts, code.slice(end)].join("");
}

/** Finds the shared file of a module; undefined: the bundler decides. */
function createFinder(
  entries: readonly string[],
): (id: string, api: { getModuleInfo: GetModuleInfo }) => string | undefined {
  const sets = new Map<string, Set<string>>();
  const list = (
    name: string,
    roots: readonly string[],
    info: GetModuleInfo,
  ) => {
    const known = sets.get(name) ?? listCommon(roots, info);
    sets.set(name, known);
    return known;
  };
  let ofEntries: Set<string> | undefined;
  // Tests may load everything at once.
  const early = entries.filter((path) => !path.startsWith(`${root}testing/`));
  const listEntries = (info: GetModuleInfo) =>
    ofEntries ??= listImports(early, info);
  return (id, { getModuleInfo }) => {
    if (getModuleInfo(id)?.isEntry) return undefined;
    for (const [name, paths] of Object.entries(shared)) {
      const roots = paths.map((path) => `${root}${path}`);
      if (list(name, roots, getModuleInfo).has(id)) return name;
      // The imports of an entry must not bring in what loads later than `core`.
      if (name === "core" && listEntries(getModuleInfo).has(id)) {
        return undefined;
      }
    }
  };
}

/** Lists what all of some modules import. */
function listCommon(
  roots: readonly string[],
  getModuleInfo: GetModuleInfo,
): Set<string> {
  const sets = roots.map((one) => listImports([one], getModuleInfo));
  return sets.reduce((all, one) => all.intersection(one));
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
