import assert from "node:assert/strict";
import { it } from "node:test";
import { readResults } from "./test_runtimes.ts";

it("readResults() reads the flow's own line, whatever else was printed", () => {
  const results = [{ name: "a", state: "passed" }, {
    name: "b",
    state: "failed",
  }];
  const output = `a warning\n${JSON.stringify(results)}\nanother warning\n`;
  assert.deepEqual(readResults("bun", output), [
    { name: "bun > a", state: "passed" },
    { name: "bun > b", state: "failed" },
  ]);
});

it("readResults() counts a run without output as failed", () => {
  for (const output of ["", "Segmentation fault", "[]"]) {
    assert.deepEqual(readResults("bun", output), [
      { name: "bun > signing in and out", state: "failed" },
    ]);
  }
});
