/**
 * Reads object literals in plain code, and the values in them that mean the
 * same in another file.
 *
 * @module
 */

import { isWord, QUOTES, skipString } from "./source_text.ts";

/** The values of an object literal as code, by key; `...` for what it spreads. */
export type Members = ReadonlyMap<string, string>;

/** The most object literals, and the most text of one, that are read. */
const MAX_OBJECTS = 20;
const MAX_OBJECT = 20_000;
const MAX_VALUE = 2000;

/**
 * Returns the members of the object literal with a key; null: there is none. Of
 * several, the largest is most likely the configuration.
 */
export function findObjectWith(code: string, key: string): Members | null {
  const opened: number[] = [];
  let largest: Members | null = null;
  let objects = 0;
  for (let i = 0; i < code.length && objects < MAX_OBJECTS;) {
    const char = code[i] ?? "";
    if (QUOTES.includes(char)) {
      i = skipString(code, i);
      continue;
    }
    if ("{[(".includes(char)) opened.push(i);
    if ("}])".includes(char)) opened.pop();
    const start = opened.at(-1);
    if (start !== undefined && isAt(code, i, key) && isLiteral(code, start)) {
      objects++;
      const members = readObject(code, start);
      const isLarger = members.size > (largest?.size ?? 0);
      if (members.has(key) && isLarger) largest = members;
    }
    i++;
  }
  return largest;
}

/** Whether an opening brace begins a value: one of an import or a block does not. */
function isLiteral(code: string, start: number): boolean {
  return code[start] === "{" &&
    /(?:[(=:,[?>]|return)\s?$/.test(code.slice(Math.max(0, start - 7), start));
}

function isAt(code: string, index: number, key: string): boolean {
  return code.startsWith(key, index) && !isWord(code[index - 1]) &&
    code[index - 1] !== "." &&
    /^ ?[:,}]/.test(code.slice(index + key.length, index + key.length + 2));
}

/** Returns the members of an object literal, from its opening brace on. */
export function readObject(code: string, start = 0): Members {
  const members = new Map<string, string>();
  const end = Math.min(code.length, start + MAX_OBJECT);
  let from = start + 1;
  let depth = 0;
  for (let i = from; i < end && depth >= 0;) {
    const char = code[i] ?? "";
    if (QUOTES.includes(char)) {
      i = skipString(code, i);
      continue;
    }
    if ("{[(".includes(char)) depth++;
    if ("}])".includes(char)) depth--;
    if (depth < 0 || depth === 0 && char === ",") {
      addMember(members, code.slice(from, i).trim());
      from = i + 1;
    }
    i++;
  }
  return members;
}

function addMember(members: Map<string, string>, text: string): void {
  const [, key = ""] =
    /^(\.\.\.|["']?[\w$]{1,60}["']?(?= ?(?:[:(]|$)))/.exec(text) ?? [];
  if (key === "") return;
  const rest = text.slice(key.length).trim();
  const value = rest.startsWith(":") ? rest.slice(1).trim() : text;
  members.set(key.replace(/["']/g, ""), value.slice(0, MAX_VALUE));
}

/** Whether a value is one text in quotes. */
export function isText(value: string): boolean {
  return /^(?:"[^"\\]*"|'[^'\\]*')$/.test(value);
}

const VARIABLE =
  /\b(?:process\.|import\.meta\.)?env(?:\.|\[["'])([A-Z][A-Z0-9_]{0,60})\b(?:["']\])?/g;
const DENO = /\bDeno\.env\.get\(["']([A-Z][A-Z0-9_]{0,60})["']\)/g;
const TOKEN =
  /^(?:"[^"\\]*"|'[^'\\]*'|process\.env\.[A-Z0-9_]+|[\w$]+ ?:|\d[\d_.]*|true\b|false\b|undefined\b|[\s[\]{},*])/;

/**
 * Returns a value as code that means the same in another file: texts, numbers
 * and variables of the environment, also in lists and objects; null for
 * anything else.
 */
export function toPortable(value: string): string | null {
  const text = value
    .replace(DENO, "process.env.$1")
    .replace(VARIABLE, "process.env.$1")
    .replace(
      /(process\.env\.[A-Z0-9_]{1,61})(?:!| as string| (?:\?\?|\|\|) (?:""|''))/g,
      "$1",
    );
  if (text === "") return null;
  for (let rest = text; rest !== "";) {
    const [token] = TOKEN.exec(rest) ?? [];
    if (token === undefined) return null;
    rest = rest.slice(token.length);
  }
  return text;
}
