import "../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import type { RequestListener } from "node:http";
import type { Pool } from "pg";
import { createDatabase } from "../adapters/postgres_testkit.ts";
import { findTestServer } from "../adapters/servers_testkit.ts";
import { randomText } from "../core/crypto/random.ts";
import {
  checkMove,
  createOldAuth,
  openSite,
  signUp,
} from "../migrate/better-auth_move_testkit.ts";
import { root } from "../scripts/command.ts";
import { makeEmpty } from "../scripts/node.ts";
import { checkRecipes } from "./recipes.ts";

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

const folder = `${root}.cache/recipes/better-auth`;

function load(file: string): Promise<{ app: RequestListener; database: Pool }> {
  return import(`${folder}/${file}`);
}

const { url: server, skip } = findTestServer("TEST_POSTGRES_URL");

describe("docs/migrate/better-auth.md", { skip }, () => {
  let database = { url: "", drop: async () => {} };
  before(async () => {
    if (skip) return;
    database = await createDatabase(server);
    await makeEmpty(folder);
    await Deno.writeTextFile(`${folder}/users.ts`, USERS);
    const { old, moved } = await readApplications();
    // A script, because checking the old library's types takes long.
    await Deno.writeTextFile(`${folder}/old.js`, old);
    await Deno.writeTextFile(`${folder}/moved.ts`, moved);
  });
  after(() => database.drop());

  it("the application of the page has the right types, and moves its visitors", async () => {
    assert.deepEqual(await checkRecipes(folder), []);
    const site = await openSite();
    Object.assign(process.env, {
      DATABASE_URL: database.url,
      BETTER_AUTH_URL: site.origin,
      BETTER_AUTH_SECRET: randomText(32),
      AUTH_SECRET: randomText(32),
    });
    const old = await load("old.js");
    const moved = await load("moved.ts");
    try {
      // Its tables.
      await createOldAuth(site, { database: old.database });
      site.start(old.app);
      const move = { site, old: old.app, moved: moved.app };
      await checkMove(move, await signUp(site));
    } finally {
      await site.close();
      await old.database.end();
      await moved.database.end();
    }
  });
});
