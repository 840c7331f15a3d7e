/**
 * Loads the configuration of an application twice in one process: with the
 * version of the library that it has, and with an older one.
 *
 * @module
 */

import { execFile } from "node:child_process";
import { mkdtemp, stat, writeFile } from "node:fs/promises";
import nodeModule, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type {
  Config,
  DatabaseKind,
  Library,
  Provider,
  Tables,
} from "./library.ts";

const LIBRARY = "@latchkey/auth";
/** The parameter of the URLs of the application's modules. */
const LABEL = "latchkey-version";
/** The exports that are looked for, in this order. */
const EXPORTS = ["config", "authConfig", "authOptions", "default"];

/** A version, with the configuration that was made with it. */
export interface Version {
  readonly library: Library;
  readonly config: Config & { readonly providers: readonly Provider[] };
  /** The map of tables that the module exports. */
  readonly tables: Tables | null;
}

/**
 * Returns a folder where a version is installed.
 *
 * @param old a version, a tarball, or such a folder
 * @throws Error if npm cannot install it
 */
export async function installOld(old: string): Promise<string> {
  const found = await stat(old).catch(() => null);
  if (found?.isDirectory()) return resolve(old);
  return await install(found === null ? `${LIBRARY}@${old}` : resolve(old));
}

/**
 * Installs a package in a folder of its own, which is returned.
 *
 * @param wanted a name with a version, or a tarball
 * @throws Error if npm cannot install it
 */
export async function install(wanted: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-rehearse-"));
  await writeFile(join(folder, "package.json"), '{ "private": true }\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  await promisify(execFile)(npm, ["install", ...flags, wanted], {
    cwd: folder,
  }).catch(() => {
    throw new Error(`npm cannot install ${wanted}.`);
  });
  return folder;
}

/** A version for each label. */
type Labelled<T> = Readonly<Record<"old" | "new", T>>;

/**
 * Loads a configuration with both versions. It runs the code of the application.
 *
 * @param path the module
 * @param options where the old version is installed, and the kind of the database
 * @throws Error if it cannot be loaded, or exports no configuration
 */
export async function loadVersions(
  path: string,
  { folder, kind }: { readonly folder: string; readonly kind: DatabaseKind },
): Promise<Labelled<Version>> {
  const app = pathToFileURL(resolve(path)).href;
  const old = pathToFileURL(join(folder, "any.js")).href;
  const places = { old, new: app };
  redirect(places);
  const load = async (label: "old" | "new") => {
    const exported = await importModule(`${app}?${LABEL}=${label}`, path);
    const library = await loadLibrary(places[label], kind);
    return { library, ...readConfig(exported, path) };
  };
  return { old: await load("old"), new: await load("new") };
}

/**
 * Makes the application's modules find the library at the place of their label,
 * until the process ends: parts of the library are loaded when they are used.
 * Each version gets modules of its own by a parameter of their URLs.
 */
function redirect(places: Labelled<string>): void {
  if (nodeModule.registerHooks === undefined) {
    throw new Error("It needs Node 22.15 or later.");
  }
  nodeModule.registerHooks({
    resolve(specifier, context, next) {
      const label = findLabel(context.parentURL);
      if (label === null) {
        return resolvePeer(next, specifier, { context, app: places.new });
      }
      if (specifier === LIBRARY || specifier.startsWith(`${LIBRARY}/`)) {
        return next(specifier, { ...context, parentURL: places[label] });
      }
      const found = next(specifier, context);
      const isOwn = found.url.startsWith("file:") &&
        !found.url.includes("/node_modules/");
      return isOwn
        ? { ...found, url: `${found.url}?${LABEL}=${label}` }
        : found;
    },
  });
}

function findLabel(url = ""): "old" | "new" | null {
  if (!URL.canParse(url)) return null;
  const label = new URL(url).searchParams.get(LABEL);
  return label === "old" || label === "new" ? label : null;
}

/** Finds a package; optional ones of the library are installed with the application. */
function resolvePeer(
  next: Next,
  specifier: string,
  { context, app }: {
    readonly context: Parameters<Next>[1];
    readonly app: string;
  },
): ReturnType<Next> {
  try {
    return next(specifier, context);
  } catch (error) {
    if (!context?.parentURL?.includes(`/${LIBRARY}/`)) throw error;
    return next(specifier, { ...context, parentURL: app });
  }
}

type Next = Parameters<nodeModule.ResolveHookSync>[2];

async function importModule(
  url: string,
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(url);
  } catch (error) {
    throw new Error(`${path} cannot be loaded: ${toMessage(error)}`);
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readConfig(
  exported: Readonly<Record<string, unknown>>,
  path: string,
): Pick<Version, "config" | "tables"> {
  const config = EXPORTS.map((name) => Object(exported[name]))
    .find(({ providers }) => Array.isArray(providers));
  if (config === undefined) {
    throw new Error(
      `${path} exports no configuration: \`export const config = { … }\`, with a list of providers, and \`createAuth(config)\` below it.`,
    );
  }
  const { tables = null } = exported;
  const providers = config.providers.map((one: unknown) =>
    typeof one === "function" ? one() : one
  );
  return { config: { ...config, providers }, tables: tables as Tables | null };
}

/** The ends of the names of functions. */
const NAMES = { sqlite: "Sqlite", postgres: "Postgres" };

async function loadLibrary(
  place: string,
  kind: DatabaseKind,
): Promise<Library> {
  const here = createRequire(place);
  const load = async (entry: string) =>
    await import(pathToFileURL(here.resolve(`${LIBRARY}${entry}`)).href);
  const { createAuth, customFetch } = await load("");
  const storage = await load(`/adapters/${kind}`);
  const { signInAs } = await load("/testing");
  return {
    version: here(`${LIBRARY}/package.json`).version,
    ...{ createAuth, customFetch, signInAs },
    createAdapter: storage[`create${NAMES[kind]}Adapter`],
    createStore: storage[`create${NAMES[kind]}Store`],
    migrate: storage[`migrate${NAMES[kind]}`],
    maps: await load("/adapters/tables"),
  };
}
