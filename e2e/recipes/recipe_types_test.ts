import assert from "node:assert/strict";
import { it } from "node:test";
import { root } from "../../scripts/command.ts";
import { writeDiffs } from "../migrate/diffs.ts";
import { readDifference, writeApplication } from "../migrate/example.ts";
import { checkRecipes, writeRecipes } from "./recipes.ts";
import { writeBetterAuth } from "./recipes_better_auth.ts";
import { writeTokenRecipes } from "./recipes_tokens.ts";

// Once for all of them: most of the time goes into the types that they share.
it("the applications of the pages have the right types", async () => {
  const { after } = await readDifference("@auth/express");
  await writeRecipes("types/pages");
  await writeTokenRecipes("types/tokens");
  await writeBetterAuth("types/better-auth");
  await writeApplication("types/authjs", after);
  await writeDiffs("types/diffs");
  const problems = (await checkRecipes(`${root}.cache/recipes/types`))
    // Passport and its strategy have no declarations.
    .filter((one) => !one.includes("/diffs/passport/before.ts"));
  assert.deepEqual(problems, []);
});
