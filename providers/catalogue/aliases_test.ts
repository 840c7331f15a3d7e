import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { readRows } from "./facts_testkit.ts";
import { load } from "./sign_in_testkit.ts";

const url = new URL("../aliases.json", import.meta.url);
const aliases: Record<string, string> = JSON.parse(
  await readFile(url, "utf8"),
);
const ids = (await readRows()).map(({ id }) => id);

describe("another name of a provider", () => {
  for (const [alias, id] of Object.entries(aliases)) {
    it(`${alias} imports the same provider as ${id}`, async () => {
      assert.ok(ids.includes(id) && !ids.includes(alias));
      const factory = await load(alias);
      assert.equal(factory, await load(id));
      // The name is only for the import: addresses and stored accounts keep the id.
      assert.equal(factory({}).id, id);
    });
  }
});
