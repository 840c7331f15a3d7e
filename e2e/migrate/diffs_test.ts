/** Runs the applications of the guides for movers, before and after their diffs. */

import "../../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { before, it } from "node:test";
import { MemoryStore } from "express-session";
import { assertMove } from "../../migrate/move_testkit.ts";
import { root } from "../../scripts/command.ts";
import { makeEmpty } from "../../scripts/node.ts";
import { checkRecipes } from "../recipes.ts";

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
      .replace("\napp.listen(3000);", "\nexport default app;")
      // The date of the page will have passed one day.
      .replace(/acceptUntil: "[^"]+"/, `acceptUntil: "${toNextYear()}"`)
      .replaceAll(
        /process\.env\.\w+(?: \?\? "")?/g,
        `"a secret of this test alone: ${page}"`,
      );
  return { "before.ts": take(" -"), "after.ts": take(" +") };
}

function toNextYear(): string {
  return new Date(Date.now() + 365 * 86_400_000).toISOString();
}

const folder = `${root}.cache/recipes/migrate-diffs`;

async function writeApps(page: string): Promise<void> {
  const files = {
    ...await readDiff(page),
    "users.ts": USERS,
    "store.ts": STORE,
  };
  await Deno.mkdir(`${folder}/${page}`);
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${folder}/${page}/${name}`, text);
  }
}

const pages = {
  "iron-session": { cookie: "my-app", userId: "user-1", isStored: false },
  passport: { cookie: "connect.sid", userId: "Ada", isStored: true },
};

before(async () => {
  await makeEmpty(folder);
  for (const page of Object.keys(pages)) await writeApps(page);
});

for (const [page, facts] of Object.entries(pages)) {
  it(`the application of docs/migrate/${page}.md moves as the page says`, async () => {
    Reflect.set(globalThis, "oldStore", new MemoryStore());
    const load = async (name: string): Promise<RequestListener> =>
      (await import(`file://${folder}/${page}/${name}.ts`)).default;
    const old = { app: await load("before"), accept: [], ...facts };
    await assertMove(old, await load("after"));
  });
}

it("the applications of the guides for movers have the right types", async () => {
  // Passport and its strategy have no declarations.
  const problems = (await checkRecipes(folder))
    .filter((one) => !one.includes("/before.ts"));
  assert.deepEqual(problems, []);
});
