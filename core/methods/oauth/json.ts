/**
 * A text with the colon that makes it a name, or the border of an object. A text
 * without an end is one, too: then nothing is looked at twice.
 */
const PART = /"[^"\\]*(?:\\.[^"\\]*)*(?:"\s*:?)?|[{}]/gs;

/**
 * Whether an object in a JSON text names a member twice. Parsers differ in which
 * of the two they keep (RFC 8259 section 4), so that two programs would read two
 * different answers.
 *
 * @param json a text that parses
 */
export function hasDuplicateNames(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [part] of json.matchAll(PART)) {
    if (part === "{") open.push(new Set());
    else if (part === "}") open.pop();
    else if (part.endsWith(":")) {
      // Parsed, because one name has many spellings.
      const name: string = JSON.parse(part.slice(0, -1));
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
