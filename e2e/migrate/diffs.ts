/**
 * The applications of the guides for movers, before and after the difference
 * that the page shows.
 *
 * @module
 */

import { root } from "../../scripts/command.ts";
import { writeFolder } from "../recipes/recipes.ts";
import { withNextYear } from "./example.ts";

/** The guides that have such a difference. */
export const guides = ["iron-session", "passport"] as const;

/** The functions of the application, which the guides leave to their readers. */
const USERS = `
const users = [{ id: "user-1", name: "Ada" }];

export function checkPassword(
  { username, password }: { username?: string | undefined; password?: string | undefined },
) {
  const user = users.find(({ name }) => name === username);
  return Promise.resolve(password === "right" ? user ?? null : null);
}

export function findUser(id: unknown) {
  return Promise.resolve(users.find((user) => user.id === id) ?? null);
}
`;

const STORE = `
import type { ConnectStore } from "@latchkey/auth/migrate/passport";

export const store = Reflect.get(globalThis, "oldStore") as ConnectStore;
`;

/** Splits the first diff of a page into the application before and after it. */
async function readDiff(page: string): Promise<Record<string, string>> {
  const text = await Deno.readTextFile(`${root}docs/migrate/${page}.md`);
  const [, diff = ""] = /^```diff\n(.*?)^```$/ms.exec(text) ?? [];
  const take = (marks: string) =>
    diff.split("\n").filter((line) => marks.includes(line.charAt(0)))
      .map((line) => line.slice(1)).join("\n")
      .replaceAll(
        /process\.env\.\w+(?: \?\? "")?/g,
        `"a secret of this test alone: ${page}"`,
      );
  return { "before.ts": take(" -"), "after.ts": withNextYear(take(" +")) };
}

/**
 * Writes the applications of all guides.
 *
 * @param use the name of the folder, because tests run at the same time
 * @returns the folder, with one for each page
 */
export async function writeDiffs(use: string): Promise<string> {
  const files: Record<string, string> = {};
  for (const page of guides) {
    const own = {
      ...await readDiff(page),
      "users.ts": USERS,
      "store.ts": STORE,
    };
    for (const [name, text] of Object.entries(own)) {
      files[`${page}/${name}`] = text;
    }
  }
  return await writeFolder(use, files);
}
