/**
 * The recipes of docs/tokens.md.
 *
 * @module
 */

import { root } from "../../scripts/command.ts";
import { readRecipes, writeFolder } from "./recipes.ts";

/** The module that the recipes leave to their readers. */
const DATABASE = `
import { createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";

export const adapter = createMemoryAdapter();
export const store = createMemoryStore();
`;

/** Returns the application after the page's difference. */
async function readAfter(): Promise<string> {
  const text = await Deno.readTextFile(`${root}docs/tokens.md`);
  const [, diff = ""] = /^```diff\n(.*?)\n```$/ms.exec(text) ?? [];
  return diff.split("\n").filter((line) => !line.startsWith("-"))
    .map((line) => line.slice(1)).join("\n");
}

/**
 * Writes the recipes, and the application after the page's difference.
 *
 * @param use the name of the folder, because tests run at the same time
 * @returns the folder
 */
export async function writeTokenRecipes(use: string): Promise<string> {
  return await writeFolder(use, {
    ...Object.fromEntries(await readRecipes("tokens")),
    "by_hand.ts": await readAfter(),
    "database.ts": DATABASE,
  });
}
