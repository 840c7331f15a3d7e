import "../../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { before, describe, it } from "node:test";
import { serve } from "../../server/express_testkit.ts";
import { readRecipes } from "./recipes.ts";
import { writeTokenRecipes } from "./recipes_tokens.ts";

let folder = "";

/** A recipe: its page that needs a session, and the provider of its tokens. */
const recipes = {
  "google.ts": { path: "/calendar", provider: "google" },
  "entra.ts": { path: "/orders", provider: "microsoft-entra-id" },
  "github.ts": { path: "/repositories", provider: "github" },
} as const;

before(async () => {
  process.env.AUTH_SECRET = `secret of the recipes ${crypto.randomUUID()}`;
  for (const name of ["GOOGLE", "MICROSOFT_ENTRA_ID", "GITHUB"]) {
    process.env[`AUTH_${name}_ID`] = "client";
    process.env[`AUTH_${name}_SECRET`] = "a client secret of this test";
  }
  folder = await writeTokenRecipes("tokens");
});

describe("the recipes of docs/tokens.md", () => {
  it("all of them are tested", async () => {
    const names = [...(await readRecipes("tokens")).keys()];
    assert.deepEqual(names.sort(), Object.keys(recipes).sort());
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
