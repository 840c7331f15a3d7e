/**
 * The changes of package.json: the packages of the old library go, ours comes.
 *
 * @module
 */

import { VERSION } from "../find/catalogue.ts";
import { type LineChanges, toLines } from "./diff.ts";

const OWN = "@latchkey/auth";

/** One line of `dependencies`: its index, indentation, package and range. */
interface Entry {
  readonly index: number;
  readonly indent: string;
  readonly name: string;
  readonly line: string;
}

/**
 * Returns the changed lines; null if the text does not have one line for each
 * dependency.
 */
export function toManifestChanges(
  text: string,
  isOld: (name: string) => boolean,
): LineChanges | null {
  const lines = toLines(text);
  if (lines === null) return null;
  const entries = readEntries(lines.before);
  const first = entries[0];
  if (first === undefined) return null;
  const kept = entries.filter(({ name }) => !isOld(name) && name !== OWN);
  const own = {
    ...first,
    name: OWN,
    line: `${first.indent}"${OWN}": "^${VERSION}"`,
  };
  const after = [...kept, own].sort((a, b) => a.name < b.name ? -1 : 1);
  const isSorted = kept.every(({ name }, i) =>
    i === 0 || (kept[i - 1]?.name ?? "") < name
  );
  // An unsorted list keeps its order: ours comes last.
  const order = isSorted ? after : [...kept, own];
  const changes = new Map<number, string[]>();
  for (const { index } of entries) changes.set(index, []);
  let at = first.index;
  for (const [i, { name, index, line }] of order.entries()) {
    if (name !== OWN) at = index;
    const next = line + (i < order.length - 1 ? "," : "");
    changes.get(at)?.push(next);
  }
  for (const [index, change] of changes) {
    const isSame = change.length === 1 && change[0] === lines.before[index];
    if (isSame) changes.delete(index);
  }
  return { path: "package.json", ...lines, changes };
}

/** The lines of `dependencies`; empty if it is written in another way. */
function readEntries(lines: readonly string[]): readonly Entry[] {
  const start = lines.findIndex((line) =>
    /^\s{1,8}"dependencies": ?\{$/.test(line)
  );
  if (start < 0) return [];
  const entries: Entry[] = [];
  for (let index = start + 1; index < lines.length; index++) {
    const text = lines[index] ?? "";
    if (/^\s{1,8}\},?$/.test(text)) return entries;
    const [, indent = "", name, range] =
      /^(\s{1,16})"([^"\s]{1,214})": ?("[^"]{0,200}"),?$/.exec(text) ?? [];
    if (name === undefined) return [];
    const line = text.endsWith(",") ? text.slice(0, -1) : text;
    if (range !== undefined) entries.push({ index, indent, name, line });
  }
  return [];
}
