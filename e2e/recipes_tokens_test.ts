import "../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { before, describe, it } from "node:test";
import { root } from "../scripts/command.ts";
import { makeEmpty } from "../scripts/node.ts";
import { serve } from "../server/express_testkit.ts";
import { checkRecipes, readRecipes } from "./recipes.ts";

/** The module that the recipes leave to their readers. */
const DATABASE = `
import { createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";

export const adapter = createMemoryAdapter();
export const store = createMemoryStore();
`;

const folder = `${root}.cache/recipes/tokens`;

/** A recipe: its page that needs a session, and the provider of its tokens. */
const recipes = {
  "google.ts": { path: "/calendar", provider: "google" },
  "entra.ts": { path: "/orders", provider: "microsoft-entra-id" },
  "github.ts": { path: "/repositories", provider: "github" },
} as const;

/** Returns the application after the page's difference. */
async function readAfter(): Promise<string> {
  const text = await Deno.readTextFile(`${root}docs/tokens.md`);
  const [, diff = ""] = /^```diff\n(.*?)\n```$/ms.exec(text) ?? [];
  return diff.split("\n").filter((line) => !line.startsWith("-"))
    .map((line) => line.slice(1)).join("\n");
}

before(async () => {
  process.env.AUTH_SECRET = `secret of the recipes ${crypto.randomUUID()}`;
  for (const name of ["GOOGLE", "MICROSOFT_ENTRA_ID", "GITHUB"]) {
    process.env[`AUTH_${name}_ID`] = "client";
    process.env[`AUTH_${name}_SECRET`] = "a client secret of this test";
  }
  await makeEmpty(folder);
  const files = new Map(await readRecipes("tokens"));
  files.set("by_hand.ts", await readAfter());
  files.set("database.ts", DATABASE);
  for (const [name, code] of files) {
    const text = code.replace("\napp.listen(3000);", "\nexport default app;");
    await Deno.writeTextFile(`${folder}/${name}`, text);
  }
});

describe("the recipes of docs/tokens.md", () => {
  it("all of them are tested", async () => {
    const names = [...(await readRecipes("tokens")).keys()];
    assert.deepEqual(names.sort(), Object.keys(recipes).sort());
  });

  it("they have the right types", async () => {
    assert.deepEqual(await checkRecipes(folder), []);
  });

  for (const [name, { path, provider }] of Object.entries(recipes)) {
    it(`a stranger is sent to the sign-in by the application ${name}`, async () => {
      const { default: app } = await import(`file://${folder}/${name}`);
      await serve(app, async (origin) => {
        const headers = { accept: "text/html" };
        const page = await fetch(`${origin}${path}`, { headers });
        assert.equal(new URL(page.url).pathname, "/auth/signin");
        assert.match(await page.text(), new RegExp(`signin/${provider}"`));
      });
    });
  }
});
