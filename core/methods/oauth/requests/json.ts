import type { JSONWebKeySet } from "jose";

/**
 * Matches a string, with the colon if it is a member name, or the border of an
 * object. An unterminated string matches, too, so that nothing is scanned
 * twice.
 */
const PART = /"[^"\\]*(?:\\.[^"\\]*)*(?:"\s*:?)?|[{}]/gs;

/**
 * Whether an object in a JSON text names a member twice. Parsers differ in which
 * of the two they keep (RFC 8259 section 4), so that two programs would read two
 * different answers.
 *
 * @param value what the text parses to
 */
export function hasDuplicateNames(json: string, value: unknown): boolean {
  // `JSON.stringify()` writes each name once, so a text that it repeats exactly
  // has no duplicates. Most servers write JSON in this form, and comparing is far
  // quicker than searching. A longer text may nest too deeply for it.
  if (json.length < 8192 && JSON.stringify(value) === json) return false;
  const open: Set<string>[] = [];
  for (const [part] of json.matchAll(PART)) {
    if (part === "{") open.push(new Set());
    else if (part === "}") open.pop();
    else if (part.endsWith(":")) {
      // The name is parsed, because one name can be escaped in many ways.
      const name: string = JSON.parse(part.slice(0, -1));
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}

/** Whether a value is a set of keys (RFC 7517 section 5). */
export function isKeySet(value: object): value is JSONWebKeySet {
  const { keys } = value as { keys?: unknown };
  return Array.isArray(keys) &&
    keys.every((key) => typeof key === "object" && key !== null);
}
