/**
 * Which modules of a build are the library's, wherever a copy of it is.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { dirname } from "node:path";

/** The folder of this copy, as Vite writes paths. */
const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname)
  .replace(/^\/(?=[A-Za-z]:)/, "").replace(/\/$/, "");

/** Says which modules are the library's. */
export interface Ownership {
  /**
   * The path of a module below the folder of the package, or null where it
   * belongs to something else.
   */
  toOwnPath(id: string): string | null;
  /** Whether it is the entry for Qwik, or a piece into which Qwik cuts that. */
  isEntry(id: string): boolean;
}

/**
 * Knows the package by the name in its `package.json`: the same copy has other
 * paths by way of links, and there may be a second one.
 */
export function createOwnership(): Ownership {
  const roots = new Map<string, string | null>();
  const findRoot = (folder: string): string | null => {
    const known = roots.get(folder);
    if (known !== undefined) return known;
    const name = readName(folder);
    const above = dirname(folder);
    const root = name === "@latchkey/auth" || folder === ROOT
      ? folder
      : name !== null || above === folder
      ? null
      : findRoot(above);
    roots.set(folder, root);
    return root;
  };
  const toOwnPath = (id: string): string | null => {
    const [path = ""] = id.split("?");
    if (!/^(?:\/|[A-Za-z]:)/.test(path)) return null;
    const root = findRoot(dirname(path));
    return root === null ? null : path.slice(root.length + 1);
  };
  const isEntry = (id: string) =>
    /^component(?:\/auth)?\.(?:qwik|ts)/.test(toOwnPath(id) ?? "");
  return { toOwnPath, isEntry };
}

/** The name of the package whose folder this is; null where it is none. */
function readName(folder: string): string | null {
  try {
    const text = readFileSync(`${folder}/package.json`, "utf8");
    const { name } = JSON.parse(text) as { name?: unknown };
    return typeof name === "string" ? name : null;
  } catch {
    return null;
  }
}
