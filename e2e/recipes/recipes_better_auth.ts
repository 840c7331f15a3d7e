/**
 * The application of docs/migrate/better-auth.md, before and after the move.
 *
 * @module
 */

import { root } from "../../scripts/command.ts";
import { writeFolder } from "./recipes.ts";

const USERS = `
export const checkPassword = () => null;
`;

/** Reads the application of the page, as it is before and after the change. */
async function readApplications(): Promise<Record<"old" | "moved", string>> {
  const path = `${root}docs/migrate/better-auth.md`;
  const text = await Deno.readTextFile(path);
  const [, diff = ""] = /^```diff\n(.*?)\n```$/ms.exec(text) ?? [];
  const pick = (sign: string) =>
    diff.split("\n")
      .filter((line) => line === "" || [" ", sign].includes(line.charAt(0)))
      .map((line) => line.slice(1)).join("\n")
      .replace("\napp.listen(3000);", "\nexport { app, database };")
      .replace("import express", 'import process from "node:process";\n$&');
  return { old: pick("-"), moved: pick("+") };
}

/**
 * Writes both applications.
 *
 * @param use the name of the folder, because tests run at the same time
 * @returns the folder
 */
export async function writeBetterAuth(use: string): Promise<string> {
  const { old, moved } = await readApplications();
  return await writeFolder(use, {
    "users.ts": USERS,
    // A script, because checking the old library's types takes long.
    "old.js": old,
    "moved.ts": moved,
  });
}
