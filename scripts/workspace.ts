/**
 * The package as deno.json describes it, and its files by kind. Deno reads the
 * same file, but tells programs nothing of it.
 *
 * @module
 */

import manifest from "../deno.json" with { type: "json" };

/** The name, version and license of the package. */
export const { name, version, license } = manifest;

/** The entries of the package: their names, and their files. */
export const entries: Readonly<Record<string, string>> = manifest.exports;

/** The dependencies of everything in the repository. */
export const imports: Readonly<Record<string, string>> = manifest.imports;

/**
 * The folders whose every file is published code, reached from an entry or not:
 * the library's, and the command line's in `cli/`.
 */
export const libraryFolders = [
  "core",
  "client",
  "frameworks",
  "resource",
  "server",
  "providers",
  "adapters",
  "audit",
  "component",
  "migrate",
  "cli",
  "testing",
];

/** Tests, and the files that only tests use, may import what they like. */
export function isTestFile(path: string): boolean {
  return /_(?:test|fixture|testkit)\.tsx?$/.test(path);
}

/** Whether a path, from the root of the repository, is a source of the library. */
export function isLibrary(path: string): boolean {
  const [folder = ""] = path.split("/", 1);
  return /\.tsx?$/.test(path) && !isTestFile(path) &&
    (folder === path || libraryFolders.includes(folder));
}
