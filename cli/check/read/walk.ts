/**
 * Reads the files of an application within limits: symbolic links are not
 * followed, and whatever cannot be read becomes a note.
 *
 * @module
 */

import { lstat, opendir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The most source files that are read. */
export const MAX_FILES = 2000;
/** The largest file that is read, in bytes. */
export const MAX_BYTES = 1_000_000;
/** The most entries of folders that are looked at, in case of generated trees. */
const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 20;

/** Folders of packages and of generated files. */
const SKIPPED = new Set(
  "node_modules bower_components dist build out coverage vendor tmp"
    .split(" "),
);

const SOURCE = /\.[cm]?[jt]sx?$/;
const DECLARATION = /\.d\.[cm]?ts$/;

/** The text of a file, or the reason why there is none. */
export type FileText =
  | { readonly text: string }
  | { readonly problem: string };

/** Reads one text file that has at most {@link MAX_BYTES}. */
export async function readText(path: string): Promise<FileText> {
  try {
    const { size, ...kind } = await toFacts(path);
    if (kind.isLink) return { problem: "is a symbolic link" };
    if (!kind.isFile) return { problem: "is not a file" };
    if (size > MAX_BYTES) return { problem: "is larger than 1 MB" };
    const text = await readFile(path, "utf8");
    return text.includes("\0") ? { problem: "is not a text" } : { text };
  } catch (error) {
    return { problem: toReason(error) };
  }
}

async function toFacts(path: string) {
  const facts = await lstat(path);
  return {
    size: facts.size,
    isFile: facts.isFile(),
    isLink: facts.isSymbolicLink(),
  };
}

/** Returns the reason of a failed read in a few words. */
export function toReason(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === "ENOENT") return "does not exist";
  if (code === "ENOTDIR") return "is not a folder";
  const isRefused = code === "EACCES" || code === "EPERM" ||
    (error instanceof Error && /^(?:NotCapable|PermissionD)/.test(error.name));
  if (isRefused) return "may not be read";
  return typeof code === "string"
    ? `cannot be read (${code})`
    : "cannot be read";
}

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The state of one walk. */
interface Walk {
  readonly paths: string[];
  readonly notes: string[];
  entries: number;
}

/**
 * Lists the source files of a folder, in the order of their paths.
 *
 * @param notes receives a line for each folder that cannot be read, and for
 *   each limit that is reached
 */
export async function listSources(
  root: string,
  notes: string[],
): Promise<readonly string[]> {
  const walk: Walk = { paths: [], notes, entries: 0 };
  await visit(root, "", walk);
  if (walk.paths.length > MAX_FILES) {
    notes.push(`Only the first ${MAX_FILES} source files were read.`);
  } else if (walk.entries > MAX_ENTRIES) {
    notes.push(`Only the first ${MAX_ENTRIES} files and folders were seen.`);
  }
  return walk.paths.slice(0, MAX_FILES);
}

async function visit(root: string, folder: string, walk: Walk): Promise<void> {
  if (folder.split("/").length > MAX_DEPTH) {
    walk.notes.push(`${folder}: lies too deep, its files were not read.`);
    return;
  }
  const entries = await listEntries(join(root, folder), folder, walk);
  for (const { name, isFolder } of entries) {
    if (walk.paths.length > MAX_FILES || walk.entries > MAX_ENTRIES) return;
    const path = folder === "" ? name : `${folder}/${name}`;
    if (!isFolder) {
      if (SOURCE.test(name) && !DECLARATION.test(name)) walk.paths.push(path);
    } else if (!name.startsWith(".") && !SKIPPED.has(name)) {
      await visit(root, path, walk);
    }
  }
}

async function listEntries(
  path: string,
  folder: string,
  walk: Walk,
): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  try {
    for await (const entry of await opendir(path)) {
      walk.entries++;
      if (walk.entries > MAX_ENTRIES) break;
      const isFolder = entry.isDirectory();
      // A symbolic link is neither, so that no loop of links is entered.
      if (!isFolder && !entry.isFile()) continue;
      found.push({ name: entry.name, isFolder });
    }
  } catch (error) {
    walk.notes.push(`${folder || "."}: ${toReason(error)}.`);
  }
  // Code units, so that the order is the same on every machine.
  return found.sort((a, b) => a.name < b.name ? -1 : 1);
}
