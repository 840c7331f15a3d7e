import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { adapterContract } from "@latchkey/auth/testing/adapter-contract";
import { toContractTable } from "./result_tables_testkit.ts";

describe("the table of the adapter contract", () => {
  const [first, second] = adapterContract(() => ({}));

  it("the cases of each adapter are counted, and no other tests", () => {
    const table = toContractTable([
      { name: `SQLite > in memory > ${first?.name}`, state: "passed" },
      { name: `SQLite > in memory > ${second?.name}`, state: "skipped" },
      { name: `KV > ${first?.name}`, state: "failed" },
      { name: "SQLite > in memory > something of its own", state: "passed" },
    ], "");
    assert.deepEqual(table.map((line) => line.split(/ {2,}/)), [
      ["adapter contract", "passed", "failed", "skipped"],
      ["SQLite, in memory", "1", "0", "1"],
      ["KV", "0", "1", "0"],
    ]);
  });

  it("published adapters are taken from the output of their test", () => {
    const output =
      "running\n@auth/pg-adapter: 43 passed, 5 failed, 37 skipped\n  passed required x\n";
    assert.deepEqual(
      toContractTable([], output).slice(1)
        .map((line) => line.split(/ {2,}/)),
      [["@auth/pg-adapter", "43", "5", "37"]],
    );
  });
});
