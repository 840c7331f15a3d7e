import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { adapterContract } from "@latchkey/auth/testing/adapter-contract";
import { toContractTable, toHostTable } from "./result_tables_testkit.ts";

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

describe("the table of the contract of hosts", () => {
  it("it has a line for each case, and says what was skipped", () => {
    const suite = "the contract of hosts: My Framework";
    const table = toHostTable([
      { name: `${suite} > home-nobody: a page`, state: "passed" },
      { name: `${suite} > sign-out: a form`, state: "failed" },
      { name: `${suite} > action-due: a page`, state: "skipped" },
      { name: "something else > of its own", state: "passed" },
    ]).map((line) => line.trim().split(/ {2,}/));
    assert.deepEqual(table[0], ["contract of hosts", "My Framework"]);
    const find = (id: string) => table.find(([first]) => first === id);
    assert.deepEqual(find("home-nobody"), ["home-nobody", "held"]);
    assert.deepEqual(find("sign-out"), ["sign-out", "FAILED"]);
    const skipped = ["action-due", "-", "- without actions"];
    assert.deepEqual(find("action-due"), skipped);
    assert.deepEqual(find("cache-user"), ["cache-user"]);
  });

  it("it is empty if no application was tested", () => {
    assert.deepEqual(toHostTable([]), []);
  });
});
