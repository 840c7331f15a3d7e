/**
 * Finds names in source text without parsing it: imports, calls and the keys of
 * object literals. The work grows in proportion to the text, whatever the text
 * is.
 *
 * @module
 */

/** The most object literals of one name, and the most text of one, that are read. */
const MAX_OBJECTS = 20;
const MAX_OBJECT = 20_000;

/**
 * Returns the code with each comment and each run of white space as one space.
 * Quotes of a regular expression count as quotes until the end of their line.
 */
export function toPlainCode(text: string): string {
  const parts: string[] = [];
  let start = 0;
  for (let i = 0; i < text.length;) {
    const char = text[i] ?? "";
    const pair = text.slice(i, i + 2);
    if (pair === "//" || pair === "/*") {
      parts.push(text.slice(start, i), " ");
      i = findCommentEnd(text, i, pair);
      start = i;
    } else {
      i = QUOTES.includes(char) ? skipString(text, i) : i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.join("").replace(/\s+/g, " ");
}

/** The characters that begin a text. */
export const QUOTES: readonly string[] = ['"', "'", "`"];

function findCommentEnd(text: string, start: number, opening: string): number {
  const isLine = opening === "//";
  const end = text.indexOf(isLine ? "\n" : "*/", start + 2);
  if (end < 0) return text.length;
  return isLine ? end : end + 2;
}

/** Returns the index after a string literal; one in quotes ends with its line. */
export function skipString(text: string, start: number): number {
  const quote = text[start];
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i];
    if (char === "\\") i++;
    else if (char === quote) return i + 1;
    else if (char === "\n" && quote !== "`") return i;
  }
  return text.length;
}

/** The specifiers that plain code imports, each once. */
export function listImports(code: string): readonly string[] {
  const found = code.matchAll(
    /\b(?:from|import|require) ?\(? ?["'`]([^"'`\s]{1,200})["'`]/g,
  );
  return [...new Set([...found].map(([, specifier = ""]) => specifier))];
}

/** Returns the index of a name as a word of its own; -1: it does not occur. */
export function findName(code: string, name: string): number {
  for (let i = code.indexOf(name); i >= 0; i = code.indexOf(name, i + 1)) {
    if (!isWord(code[i - 1]) && !isWord(code[i + name.length])) return i;
  }
  return -1;
}

/** Whether a name occurs in plain code as a word of its own. */
export function hasName(code: string, name: string): boolean {
  return findName(code, name) >= 0;
}

/** Whether a character may be part of a name. */
export function isWord(char: string | undefined): boolean {
  return char !== undefined && /[\w$]/.test(char);
}

/** The variables of the environment that plain code reads. */
export function listVariables(code: string): readonly string[] {
  const found = code.matchAll(
    /\benv(?:\.|\["|\['|\.get\(["'])([A-Z][A-Z0-9_]{1,60})\b/g,
  );
  return [...new Set([...found].map(([, name = ""]) => name))];
}

/** The keys of the object literals after a name: `scope` in `session: { scope: 1 }`. */
export function listKeys(code: string, name: string): readonly string[] {
  const keys = new Set<string>();
  let objects = 0;
  for (
    let i = code.indexOf(name);
    i >= 0 && objects < MAX_OBJECTS;
    i = code.indexOf(name, i + 1)
  ) {
    const rest = code.slice(i + name.length, i + name.length + 5);
    const opening = /^["']? ?[:=] ?\{/.exec(rest);
    if (isWord(code[i - 1]) || opening === null) continue;
    objects++;
    const start = i + name.length + opening[0].length;
    for (const key of readKeys(code.slice(start, start + MAX_OBJECT))) {
      keys.add(key);
    }
  }
  return [...keys];
}

/** The keys of an object literal, from the text after its opening brace. */
function readKeys(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  let isKey = true;
  for (let i = 0; i < text.length && depth >= 0;) {
    const char = text[i] ?? "";
    if (isKey && depth === 0) {
      const [whole = "", key = ""] =
        /^ ?(?:async )?["']?([\w$]{1,60})["']? ?(?=[:(,}])/.exec(
          text.slice(i, i + 80),
        ) ?? [];
      if (key !== "") keys.push(key);
      isKey = false;
      i += whole.length;
      if (whole !== "") continue;
    }
    if (QUOTES.includes(char)) {
      i = skipString(text, i);
      continue;
    }
    if ("{[(".includes(char)) depth++;
    if ("}])".includes(char)) depth--;
    if (char === "," && depth === 0) isKey = true;
    i++;
  }
  return keys;
}
