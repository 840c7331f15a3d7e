import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { quirks } from "./quirks_testkit.ts";
import { toCatalogueTable } from "../../testing/result_tables_testkit.ts";

describe("the table of the provider catalogue", () => {
  it("providers and classes of quirks are counted, and no other tests", () => {
    const table = toCatalogueTable([
      { name: "a sign-in at each provider > one signs in", state: "passed" },
      { name: "a sign-in at each provider > one refuses", state: "passed" },
      { name: "a sign-in at each provider > two signs in", state: "failed" },
      { name: "the classes of quirks > one", state: "skipped" },
      { name: "something else > three signs in", state: "passed" },
    ]);
    const total = Object.keys(quirks).length;
    const keys = Object.values(quirks).filter(({ key }) => key).length;
    assert.deepEqual(table.map((line) => line.split(/ {2,}/)), [
      ["provider catalogue", "passed", "failed", "skipped"],
      ["sign-ins at 2 providers", "2", "1", "0"],
      ["data about their tokens", "0", "0", "0"],
      [`${total} quirk classes, ${keys} by a key`, "0", "0", "1"],
    ]);
  });

  it("there is no table of a run without the catalogue", () => {
    assert.deepEqual(toCatalogueTable([]), []);
  });
});
