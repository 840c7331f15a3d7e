/**
 * Writes changes of lines as a unified diff, which `git apply` and `patch -p1`
 * read.
 *
 * @module
 */

/** A file, and the lines that take the place of each of its lines. */
export interface LineChanges {
  /** Relative to the folder. */
  readonly path: string;
  /** The lines of the file now, without line ends. */
  readonly before: readonly string[];
  /** The new lines by the index of the old one; lines that stay are left out. */
  readonly changes: ReadonlyMap<number, readonly string[]>;
  /** The line end of the file. */
  readonly newline: string;
}

/** Unchanged lines that are shown around a change. */
const CONTEXT = 3;

interface Hunk {
  readonly start: number;
  readonly end: number;
}

/** Writes the changes of one file; empty without any. */
export function toDiff(file: LineChanges): string {
  const { path, before, changes, newline } = file;
  const hunks = toHunks(
    [...changes.keys()].sort((a, b) => a - b),
    before.length,
  );
  if (hunks.length === 0) return "";
  const parts = [`--- a/${path}\n+++ b/${path}\n`];
  let shift = 0;
  for (const { start, end } of hunks) {
    const lines = renderHunk(file, { start, end });
    const count = lines.filter((line) => !line.startsWith("-")).length;
    const ranges = `-${toRange(start, end - start)} +${
      toRange(start + shift, count)
    }`;
    // The header's own line end is never that of the file.
    parts.push(`@@ ${ranges} @@\n`, ...lines.map((line) => line + newline));
    shift += count - (end - start);
  }
  return parts.join("");
}

/** The lines of one hunk: of neighbouring changes, the old lines come first. */
function renderHunk(
  { before, changes }: LineChanges,
  { start, end }: Hunk,
): readonly string[] {
  const lines: string[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const stay = (line: string) => {
    lines.push(...removed, ...added, ` ${line}`);
    removed = [];
    added = [];
  };
  const toAdded = (line: string) => `+${line}`;
  for (let i = start; i < end; i++) {
    const line = before[i] ?? "";
    const change = changes.get(i) ?? [line];
    // A line that stays beside new ones is not a change of its own.
    const kept = change.indexOf(line);
    if (kept < 0) {
      removed.push(`-${line}`);
      added.push(...change.map(toAdded));
    } else {
      added.push(...change.slice(0, kept).map(toAdded));
      stay(line);
      added.push(...change.slice(kept + 1).map(toAdded));
    }
  }
  return [...lines, ...removed, ...added];
}

function toRange(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

function toHunks(changed: readonly number[], count: number): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const index of changed) {
    const start = Math.max(0, index - CONTEXT);
    const end = Math.min(count, index + 1 + CONTEXT);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) {
      hunks[hunks.length - 1] = { start: last.start, end };
    } else {
      hunks.push({ start, end });
    }
  }
  return hunks;
}

/** Writes a file that does not exist yet. */
export function toNewFileDiff(path: string, lines: readonly string[]): string {
  const added = lines.map((line) => `+${line}\n`).join("");
  return `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${added}`;
}

/**
 * Splits a text into its lines; null if its last line has no end, which a diff
 * says with a line of its own.
 */
export function toLines(
  text: string,
): Pick<LineChanges, "before" | "newline"> | null {
  if (!text.endsWith("\n")) return null;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  return { before: text.slice(0, -newline.length).split(newline), newline };
}
