/**
 * The example of docs/migrate/auth-js.md: the application before and after the
 * move, both from the difference that the page shows.
 *
 * @module
 */

import { root } from "../../scripts/command.ts";
import { writeFolder } from "../recipes/recipes.ts";

/** The lines of a difference, and the two texts that it is about. */
export interface Difference {
  readonly before: string;
  readonly after: string;
  readonly removed: number;
  readonly added: number;
}

/** Reads the first difference of the page that is about a package. */
export async function readDifference(name: string): Promise<Difference> {
  const text = await Deno.readTextFile(`${root}docs/migrate/auth-js.md`);
  const blocks = [...text.matchAll(/^```diff\n(.*?)\n```$/gms)];
  const found = blocks.map(([, code = ""]) => code)
    .find((code) => code.includes(`"${name}"`));
  if (found === undefined) throw new Error(`no difference about ${name}`);
  const lines = found.split("\n");
  const without = (sign: string) =>
    lines.filter((line) => !line.startsWith(sign))
      .map((line) => line.slice(1)).join("\n");
  const count = (sign: string) =>
    lines.filter((line) => line.startsWith(sign)).length;
  return {
    before: without("+"),
    after: without("-"),
    removed: count("-"),
    added: count("+"),
  };
}

/**
 * Writes an application into a folder of its own.
 *
 * @returns the folder
 */
export async function writeApplication(
  use: string,
  text: string,
): Promise<string> {
  return await writeFolder(use, { "app.ts": withNextYear(text) });
}

/** Moves the end of a page's move to next year, because its date will pass. */
export function withNextYear(text: string): string {
  const end = new Date(Date.now() + 365 * 86_400_000).toISOString();
  return text.replace(/acceptUntil: "[^"]+"/, `acceptUntil: "${end}"`);
}
