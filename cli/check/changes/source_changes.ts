/**
 * The changes of source files that can be made by name: imports of the Auth.js
 * family, and the line that accepts old sessions.
 *
 * @module
 */

import type { Source } from "../read/app.ts";
import { PROVIDERS } from "../find/catalogue.ts";
import { type LineChanges, toLines } from "./diff.ts";
import { type BridgeCode, toAccept } from "../find/sessions.ts";
import { findName, listKeys } from "../read/source_text.ts";

/** Modules of the family, and ours. */
const MODULES: Readonly<Record<string, string>> = {
  "@auth/express": "@latchkey/auth/server",
  "@auth/qwik": "@latchkey/auth/component",
  "@auth/core": "@latchkey/auth",
  "@auth/core/adapters": "@latchkey/auth/types",
  "@auth/core/errors": "@latchkey/auth/errors",
  "@auth/core/jwt": "@latchkey/auth/jwt",
  "@auth/core/providers": "@latchkey/auth/providers",
  "@auth/core/types": "@latchkey/auth/types",
  "next-auth/adapters": "@latchkey/auth/types",
  "next-auth/jwt": "@latchkey/auth/jwt",
};

/** Exports with another name. The old name stays in the rest of the file. */
const NAMES: Readonly<Record<string, string>> = {
  ExpressAuth: "ServerAuth",
  ExpressAuthConfig: "ServerAuthConfig",
  QwikAuth$: "ComponentAuth$",
  QwikAuthConfig: "ComponentAuthConfig",
};

/** Whether a module of the family has no counterpart; its providers are another matter. */
export function isUnknownModule(specifier: string): boolean {
  return /^(?:@auth\/(?:core|express|qwik)|next-auth)(?:\/(?!providers\/)|$)/
    .test(specifier) && toModule(specifier) === null;
}

function toModule(specifier: string): string | null {
  if (Object.hasOwn(MODULES, specifier)) return MODULES[specifier] ?? null;
  const [, id] =
    /^(?:@auth\/(?:core|express|qwik)|next-auth)\/providers\/([\w-]+)(?:\.js)?$/
      .exec(specifier) ?? [];
  if (id === undefined) return null;
  const known = id === "email" ? "nodemailer" : id;
  return PROVIDERS.includes(known) ? `@latchkey/auth/providers/${known}` : null;
}

/**
 * Returns the changed lines of a file; null if nothing in it can be changed by
 * name.
 *
 * @param bridge the bridge to add, where the file has the configuration
 */
export function toSourceChanges(
  { path, text, code }: Source,
  bridge: BridgeCode | null,
): LineChanges | null {
  const lines = toLines(text);
  if (lines === null) return null;
  const after = [...lines.before];
  const imports: number[] = [];
  for (const [i, line] of lines.before.entries()) {
    const changed = toImport(line);
    if (changed === null) continue;
    imports.push(i);
    after[i] = changed;
    renameAbove(after, i);
  }
  const changes = new Map<number, string[]>();
  for (const [i, line] of after.entries()) {
    if (line !== lines.before[i]) changes.set(i, [line]);
  }
  const last = imports.at(-1);
  if (last === undefined) return null;
  const place = bridge === null ? null : addAccept(after, code, bridge);
  if (bridge !== null && place !== null) {
    changes.set(place.index, [...place.lines]);
    const own = toOwnImport(lines.before[last] ?? "", bridge);
    changes.set(last, [...changes.get(last) ?? [after[last] ?? ""], own]);
  }
  return { path, ...lines, changes };
}

/**
 * A line that imports a module of the family, with ours instead; null if it
 * imports none.
 */
function toImport(line: string): string | null {
  const [whole, before = "", quote = "", specifier = ""] =
    /(\b(?:from|import|require)\s?\(?)(["'])([^"'\s]{1,200})["']/.exec(line) ??
      [];
  const own = toModule(specifier);
  if (whole === undefined || own === null) return null;
  const spaced = line.replace(
    whole,
    () => `${before}${/[\s(]$/.test(before) ? "" : " "}${quote}${own}${quote}`,
  );
  return spaced;
}

/** The most lines of one import. */
const MAX_IMPORT = 30;

/** Renames the names that a statement imports; it ends at this line. */
function renameAbove(lines: string[], end: number): void {
  for (let i = end; i >= 0 && i > end - MAX_IMPORT; i--) {
    const line = lines[i] ?? "";
    const isCall = /\b(?:require|import)\(/.test(lines[end] ?? "");
    lines[i] = Object.entries(NAMES).reduce(
      (text, [old, own]) =>
        rename(text, old, isCall ? `${own}: ` : `${own} as `),
      line,
    );
    if (/^\s{0,20}(?:import|export|const|let|var)\b/.test(line)) return;
  }
}

/** Puts text before an imported name, unless the statement renames it itself. */
function rename(line: string, name: string, prefix: string): string {
  const index = findName(line, name);
  if (index < 0) return line;
  const isRenamed = /^ {0,2}(?:as\b|:)/.test(line.slice(index + name.length));
  return isRenamed ? line : line.slice(0, index) + prefix + line.slice(index);
}

/** The new line that imports the bridge, written as the one above it. */
function toOwnImport(line: string, { name, module }: BridgeCode): string {
  const quote = line.includes("'") ? "'" : '"';
  const end = line.trimEnd().endsWith(";") ? ";" : "";
  return /\brequire\(/.test(line)
    ? `const { ${name} } = require(${quote}${module}${quote})${end}`
    : `import { ${name} } from ${quote}${module}${quote}${end}`;
}

interface Place {
  readonly index: number;
  readonly lines: readonly string[];
}

/** Adds the bridge to the configuration; null if its place is not certain. */
function addAccept(
  lines: readonly string[],
  code: string,
  bridge: BridgeCode,
): Place | null {
  if (listKeys(code, "session").includes("accept")) return null;
  const hasSession = /\bsession ?: ?\{/.test(code);
  const index = lines.findIndex((line) =>
    hasSession
      ? /(?:^|[\s{,])session\s?:\s?\{/.test(line)
      : /(?:^|[\s{,(])providers\s?:/.test(line)
  );
  const line = lines[index];
  if (line === undefined) return null;
  const accept = toAccept(bridge);
  if (hasSession) {
    const next = line.replace(
      /session\s?:\s?\{/,
      (found) => `${found} ${accept},`,
    );
    return { index, lines: [next] };
  }
  const [, indent = "", rest] =
    /^(\s{0,40})(providers\s?:.{0,2000})$/.exec(line) ?? [];
  if (rest !== undefined) {
    return { index, lines: [`${indent}session: { ${accept} },`, line] };
  }
  const next = line.replace(
    /providers\s?:/,
    (found) => `session: { ${accept} }, ${found}`,
  );
  return { index, lines: [next] };
}
