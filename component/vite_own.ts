/**
 * Tells which modules of a build belong to the library, wherever its copy is.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { dirname } from "node:path";

/** The folder of this copy, in Vite's path notation. */
const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname)
  .replace(/^\/(?=[A-Za-z]:)/, "").replace(/\/$/, "");

/** A module of the library: the entry for Qwik, or any other. */
export type Kind = "entry" | "inner";

/** Tells which modules belong to the library. */
export interface Ownership {
  /**
   * Returns a module's path below the package's folder, or null if it belongs
   * to another package.
   */
  toOwnPath(id: string): string | null;
  /** Whether it is the entry for Qwik, or a chunk that Qwik splits from it. */
  isEntry(id: string): boolean;
  /** Whether it is the entry, any other module of the library, or of another package. */
  kindOf(id: string): Kind | null;
}

/**
 * Recognises the package by the name in its `package.json`: the same copy has
 * other paths through symlinks, and there may be a second one.
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
    /^(?:component|qwik)(?:\/auth)?\.(?:qwik|ts)/.test(toOwnPath(id) ?? "");
  const kindOf = (id: string) =>
    isEntry(id) ? "entry" : toOwnPath(id) === null ? null : "inner";
  return { toOwnPath, isEntry, kindOf };
}

/** Returns the name of the package in this folder, or null. */
function readName(folder: string): string | null {
  try {
    const text = readFileSync(`${folder}/package.json`, "utf8");
    const { name } = JSON.parse(text) as { name?: unknown };
    return typeof name === "string" ? name : null;
  } catch {
    return null;
  }
}
