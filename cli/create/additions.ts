/**
 * Lists what an application that exists gets.
 *
 * @module
 */

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { WrongCall } from "../command.ts";
import { toDiff, toNewFileDiff } from "../check/changes/diff.ts";
import type { Choices } from "./choices.ts";
import type { Files } from "./framework.ts";
import { frameworks } from "./frameworks/frameworks.ts";
import {
  makeSecret,
  renderEnv,
  renderModules,
  toFramework,
} from "./project.ts";

/** A text that goes to the end of a file. */
export interface Addition {
  readonly path: string;
  /** The text of the file now. */
  readonly before: string;
  readonly added: string;
}

/** New files, and texts for files that are there. */
export interface Additions {
  readonly files: Files;
  readonly ends: readonly Addition[];
}

/** An application that exists. */
export interface Existing {
  readonly folder: string;
  /** The framework that its packages tell of. */
  readonly framework: string | undefined;
  /** Where its modules are: `src/`, or the folder itself. */
  readonly modules: string;
  /** The extension of imports. */
  readonly extension: ".ts" | ".js";
}

/**
 * Reads an application.
 *
 * @throws WrongCall if there is none
 */
export async function readExisting(folder: string): Promise<Existing> {
  const npm = await readText(folder, "package.json");
  const deno = await readText(folder, "deno.json") ??
    await readText(folder, "deno.jsonc");
  if (npm === null && deno === null) {
    throw new WrongCall(
      `${folder} has no package.json. For a new application, run "npm create @latchkey@latest".`,
    );
  }
  const manifest = npm ?? deno ?? "";
  // Of several it is the last: Next and Nest may run on Express.
  const found = Object.entries(frameworks).findLast(([, { sign }]) =>
    sign !== "" && manifest.includes(`"${sign}"`)
  )?.[0];
  const tsconfig = await readText(folder, "tsconfig.json") ?? "";
  const takesTs = npm === null ||
    /"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/
      .test(tsconfig);
  return {
    folder,
    framework: found ?? (npm === null ? "deno" : undefined),
    modules: await isFolder(join(folder, "src")) ? "src/" : "",
    extension: takesTs ? ".ts" : ".js",
  };
}

/**
 * Lists what an application gets.
 *
 * @throws WrongCall if a module of that name is there
 */
export async function listAdditions(
  { folder, modules, extension }: Existing,
  choices: Choices,
): Promise<Additions> {
  const own = renderModules(
    toFramework(choices).modules ?? modules,
    choices,
  );
  for (const path of Object.keys(own)) {
    if (await readText(folder, path) === null) continue;
    throw new WrongCall(
      `${path} is there already. Nothing was changed: move it away first.`,
    );
  }
  const files = Object.fromEntries(
    Object.entries(own).map((
      [path, text],
    ) => [path, text.replaceAll(/(from "\.\/\w+)\.ts"/g, `$1${extension}"`)]),
  );
  const ends = [
    await toEnd(folder, ".env", (lines) => listVariables(choices, lines)),
    await toEnd(folder, ".gitignore", (lines) => listIgnored(choices, lines)),
  ].filter(({ added }) => added !== "");
  return { files, ends };
}

async function toEnd(
  folder: string,
  path: string,
  list: (lines: readonly string[]) => string,
): Promise<Addition> {
  const before = await readText(folder, path) ?? "";
  const added = list(before.split(/\r?\n/));
  const isOpen = before !== "" && !before.endsWith("\n");
  return { path, before, added: isOpen && added ? `\n${added}` : added };
}

/** Returns the variables that a file lacks, with their comments. */
function listVariables(
  choices: Choices,
  lines: readonly string[],
): string {
  const blocks = renderEnv(choices, makeSecret).split(/\n(?=\n)/);
  return blocks.filter((block) => {
    const [, name = ""] = /^(\w+)=/m.exec(block) ?? [];
    const isIt = (line: string) =>
      [`${name}=`, `export ${name}=`].some((start) =>
        line.trimStart().startsWith(start)
      );
    return !lines.some(isIt);
  }).map((block) => `${block.trim()}\n`).join("\n");
}

/** The lines of a `.gitignore` that cover as much; `.env.*` does not cover `.env`. */
const COVERING: Readonly<Record<string, readonly string[]>> = {
  ".env": [".env", ".env*", "*.env", ".*", "*"],
  "*.sqlite*": ["*.sqlite*", "*"],
};

function listIgnored(
  { database }: Choices,
  lines: readonly string[],
): string {
  const wanted = database === "sqlite" ? [".env", "*.sqlite*"] : [".env"];
  return wanted.filter((line) => !isIgnored(line, lines))
    .map((line) => `${line}\n`).join("");
}

/** Whether lines certainly cover a line: one too many does no harm, and a secret in a repository does. */
function isIgnored(wanted: string, lines: readonly string[]): boolean {
  const covers = (line: string) =>
    COVERING[wanted]?.includes(line.replace(/^(?:\/|\*\*\/)/, ""));
  // A later line may take it back: the file itself, or a pattern that may match it.
  const takesBack = (line: string) =>
    line.startsWith("!") && (/[*?[\\]/.test(line) || line.endsWith(".env"));
  return lines.findLastIndex(covers) > lines.findLastIndex(takesBack);
}

/** Renders what changes, without the secrets. */
export function renderAdditions({ files, ends }: Additions): string {
  const created = Object.entries(files).map(([path, text]) =>
    toNewFileDiff(path, toLines(text))
  );
  const changed = ends.map(({ path, before, added }) => {
    const lines = toLines(hide(added));
    if (before === "") return toNewFileDiff(path, lines);
    const all = toLines(before);
    const last = all.length - 1;
    return toDiff({
      path,
      // The file's own lines are not shown, since they may be secret.
      before: path === ".env" ? all.map(hide) : all,
      changes: new Map([[last, [hide(all[last] ?? ""), ...lines]]]),
      newline: "\n",
    });
  });
  return [...created, ...changed].join("");
}

function toLines(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

function hide(text: string): string {
  return text.replaceAll(
    /^(\w+=)\S.*$/gm,
    (line, name) =>
      /SECRET|KEY|PASSWORD|TOKEN|URL/.test(name) ? `${name}…` : line,
  );
}

async function readText(folder: string, path: string): Promise<string | null> {
  try {
    return await readFile(join(folder, path), "utf8");
  } catch {
    return null;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then((one) => one.isDirectory(), () => false);
}
