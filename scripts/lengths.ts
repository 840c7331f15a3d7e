// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { isTestFile, libraryFolders } from "./check_layers.ts";
import { listFiles, root } from "./command.ts";

/** The house rules' maximum length of a function: one screen. */
const MAX_FUNCTION = 40;
const MAX_FILE = 250;

/** A function or a file that is longer than it should be. */
export interface Long {
  readonly place: string;
  readonly lines: number;
}

/**
 * Finds long files and long functions of the library, the longest first. Tests
 * are lists, and not counted.
 */
export async function findLong(): Promise<Long[]> {
  const folders = await Promise.all(
    libraryFolders.map((folder) => listFiles(folder)),
  );
  const top = (await Array.fromAsync(Deno.readDir(root)))
    .filter(({ isFile }) => isFile).map(({ name }) => name);
  const paths = [...top, ...folders.flat()]
    .filter((path) => /\.tsx?$/.test(path) && !isTestFile(path));
  const found: Long[] = [];
  for (const path of paths) {
    const lines = (await Deno.readTextFile(`${root}${path}`)).split("\n");
    if (lines.length > MAX_FILE) {
      found.push({ place: path, lines: lines.length });
    }
    found.push(
      ...findLongFunctions(lines)
        .map(({ place, lines }) => ({ place: `${path} ${place}`, lines })),
    );
  }
  return found.sort((a, b) => b.lines - a.lines);
}

/**
 * Finds long functions; the formatter puts a top-level function's end at the
 * start of a line.
 */
export function findLongFunctions(lines: readonly string[]): Long[] {
  const found: Long[] = [];
  let open: { name: string; start: number } | null = null;
  for (const [i, line] of lines.entries()) {
    const name = toFunctionName(line);
    if (open === null && name !== null) open = { name, start: i };
    if (open === null || !/^[})]/.test(line) || /[{(]$/.test(line)) continue;
    const length = i - open.start + 1;
    if (length > MAX_FUNCTION) found.push({ place: open.name, lines: length });
    open = null;
  }
  return found;
}

function toFunctionName(line: string): string | null {
  const [, name = null] =
    /^(?:export )?(?:async )?function\*? (\w+)/.exec(line) ?? [];
  return name;
}

if (import.meta.main) {
  const long = await findLong();
  for (const { place, lines } of long) console.log(`${lines} ${place}`);
  console.log(`${long.length} longer than they should be`);
}
