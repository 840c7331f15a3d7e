/**
 * Loads the module of a configuration, and the library that it uses.
 *
 * @module
 */

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Loaded, LoadedPackage } from "./inspection.ts";

/** The exports that are looked for, in this order. */
export const EXPORTS: readonly string[] = [
  "auth",
  "config",
  "authConfig",
  "authOptions",
  "default",
];

const LIBRARY = "@latchkey/auth";

/**
 * Loads a module. It runs the code of the application.
 *
 * @throws Error if it cannot be loaded, or exports no configuration
 */
export async function load(path: string): Promise<Loaded> {
  const url = pathToFileURL(resolve(path)).href;
  const packages = readPackages(url);
  const { exports, problems } = await importModule(url, path);
  if (problems !== null) return toRefused(problems, packages);
  const library = await importLibrary(url);
  const name = EXPORTS.find((one) => isConfiguration(exports[one]));
  if (name !== undefined) {
    return { name, auth: Object(exports[name]), ...library, packages };
  }
  throw new Error(
    `${path} exports no configuration: export what \`createAuth\` returns, or the configuration, under one of these names: ${
      EXPORTS.join(", ")
    }.`,
  );
}

/** Whether a value is a configuration, or what an integration returned. */
function isConfiguration(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  const { providers, revoke } = Object(value);
  return Array.isArray(providers) || typeof providers === "function" ||
    typeof revoke === "function";
}

/** What became of an import: the exports, or the mistakes of a configuration. */
interface Imported {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[] | null;
}

async function importModule(url: string, path: string): Promise<Imported> {
  try {
    return { exports: await import(url), problems: null };
  } catch (error) {
    const { code, problems, message } = Object(error);
    // It is what `createAuth` throws.
    if (Array.isArray(problems)) return { exports: {}, problems };
    throw new Error(
      code === "ERR_UNKNOWN_FILE_EXTENSION"
        ? `${path} is TypeScript, which this Node does not load: use Node 22.18 or later, Deno, or \`node --import tsx node_modules/.bin/latchkey … --config ${path}\`.`
        : `${path} cannot be loaded: ${message}`,
    );
  }
}

function toRefused(
  problems: readonly string[],
  packages: readonly LoadedPackage[],
): Loaded {
  const inspection = { problems, warnings: [], inspected: null };
  const inspect = () => Promise.resolve(inspection);
  const createUserDesk = () => {
    throw new Error(problems.join("\n"));
  };
  return { name: "", auth: {}, inspect, createUserDesk, packages };
}

async function importLibrary(
  url: string,
): Promise<Pick<Loaded, "inspect" | "createUserDesk">> {
  const specifier = `${LIBRARY}/doctor`;
  for (const find of [findByNode, (_: string, name: string) => name]) {
    try {
      const { inspect, createUserDesk } = await import(find(url, specifier));
      return { inspect, createUserDesk };
    } catch {
      // The other way is tried, and the message is below.
    }
  }
  throw new Error(
    `${specifier} was not found from there: install ${LIBRARY} 0.1 or later; with Deno, run the command where deno.json names it.`,
  );
}

function findByNode(url: string, specifier: string): string {
  return pathToFileURL(createRequire(url).resolve(specifier)).href;
}

/** Reads the versions; those that are not in `node_modules` are not known. */
function readPackages(url: string): LoadedPackage[] {
  try {
    const here = createRequire(url);
    const place = here.resolve(`${LIBRARY}/package.json`);
    const { version, dependencies } = here(place);
    const ranges: Readonly<Record<string, string>> = dependencies ?? {};
    return [
      { name: LIBRARY, version, range: null },
      ...Object.entries(ranges).flatMap(([name, range]) =>
        readPackage(place, name, range)
      ),
    ];
  } catch {
    return [];
  }
}

function readPackage(
  place: string,
  name: string,
  range: string,
): LoadedPackage[] {
  try {
    const { version } = createRequire(place)(`${name}/package.json`);
    return [{ name, version, range }];
  } catch {
    return [];
  }
}
