/**
 * Reads the parts of an application that say which library it uses. Nothing of
 * it is executed, and no value of a variable is kept.
 *
 * @module
 */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { listImports, listVariables, toPlainCode } from "./source_text.ts";
import { listSources, readText, toReason } from "./walk.ts";

/** One source file. */
export interface Source {
  /** Relative to the folder of the application. */
  readonly path: string;
  readonly text: string;
  /** The text without comments, and with single spaces. */
  readonly code: string;
  readonly imports: readonly string[];
}

/** An application, as far as it was read. */
export interface App {
  /** The text of package.json; null: there is none that can be read. */
  readonly manifest: string | null;
  /** The version ranges of its dependencies of every kind, by package. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The files that name a variable of the environment, by its name. */
  readonly variables: ReadonlyMap<string, readonly string[]>;
  readonly sources: readonly Source[];
  readonly notes: readonly string[];
}

/**
 * Reads an application.
 *
 * @throws Error if the folder cannot be read
 */
export async function readApp(root: string): Promise<App> {
  const names = await readdir(root).catch((error) => {
    throw new Error(`${root} ${toReason(error)}.`);
  });
  const notes: string[] = [];
  const { manifest, dependencies } = await readManifest(root, notes);
  const variables = new Map<string, string[]>();
  const add = (found: readonly string[], path: string) => {
    for (const name of found) {
      const files = variables.get(name) ?? [];
      if (!files.includes(path)) variables.set(name, [...files, path]);
    }
  };
  for (const name of names.filter(isEnvFile).sort()) {
    const text = await readNoted(root, name, notes);
    if (text !== null) add(listAssigned(text), name);
  }
  const sources: Source[] = [];
  for (const path of await listSources(root, notes)) {
    const text = await readNoted(root, path, notes);
    if (text === null) continue;
    const code = toPlainCode(text);
    sources.push({ path, text, code, imports: listImports(code) });
    add(listVariables(code), path);
  }
  return { manifest, dependencies, variables, sources, notes };
}

function isEnvFile(name: string): boolean {
  return /^\.env(?:\.[\w.-]+)?$/.test(name);
}

async function readNoted(
  root: string,
  path: string,
  notes: string[],
): Promise<string | null> {
  const found = await readText(join(root, path));
  if ("text" in found) return found.text;
  notes.push(`${path}: ${found.problem}, it was not read.`);
  return null;
}

async function readManifest(
  root: string,
  notes: string[],
): Promise<Pick<App, "manifest" | "dependencies">> {
  const none = { manifest: null, dependencies: {} };
  const text = await readNoted(root, "package.json", notes);
  if (text === null) return none;
  let parsed: unknown;
  try {
    // Windows editors begin files with a byte order mark.
    parsed = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    notes.push("package.json: is not JSON, its dependencies are not known.");
    return none;
  }
  const manifest = (parsed ?? {}) as Record<string, unknown>;
  const entries = [
    "optionalDependencies",
    "peerDependencies",
    "devDependencies",
    "dependencies",
  ].flatMap((key) => Object.entries(manifest[key] ?? {}));
  const ranges = entries.filter((entry): entry is [string, string] =>
    typeof entry[1] === "string"
  );
  return { manifest: text, dependencies: Object.fromEntries(ranges) };
}

/**
 * The names that an .env file assigns. The lines of a value in quotes are
 * skipped, because a part of a key may look like an assignment.
 */
export function listAssigned(text: string): readonly string[] {
  const names: string[] = [];
  let open: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (open !== null) {
      if (line.includes(open)) open = null;
      continue;
    }
    const [whole = "", name] =
      /^[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*/.exec(line) ?? [];
    if (name === undefined) continue;
    names.push(name);
    const value = line.slice(whole.length);
    const quote = value[0] ?? "";
    const isOpen = ['"', "'", "`"].includes(quote) &&
      !value.slice(1).includes(quote);
    if (isOpen) open = quote;
  }
  return names;
}
