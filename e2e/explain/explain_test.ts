import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { recorded } from "../../cli/explain/recorded.ts";
import { scenarios } from "../../cli/explain/scenarios.ts";
import { findScenario } from "../../cli/explain/test_file.ts";
import { observe } from "./record.ts";

describe("the test that `explain` writes", () => {
  it("is known for every scenario", () => {
    assert.deepEqual(Object.keys(recorded), Object.keys(scenarios));
  });

  for (const id of Object.keys(scenarios)) {
    it(`fails as recorded: ${id}`, async () => {
      assert.equal(await observe(id), recorded[id]);
    });
  }

  it("fails with the same error as every scenario, and by the same fault for all but a few that nobody can tell apart", () => {
    const ids = Object.keys(scenarios);
    const found = ids.map((id) => {
      const [type = "", code = "", step = "", message = ""] =
        recorded[id]?.split(" ") ?? [];
      const signature = { type, code, step, message: Number(message) };
      return findScenario(signature as Parameters<typeof findScenario>[0]);
    });
    for (const [i, id] of ids.entries()) {
      assert.equal(recorded[found[i] ?? ""], recorded[id], id);
    }
    const same = ids.filter((id, i) => found[i] === id);
    assert.ok(
      same.length >= ids.length * 0.85,
      `${same.length} of ${ids.length}`,
    );
  });

  it("is none for an error that no scenario has", () => {
    const type = "EventError" as const;
    const other = { type, code: null, step: null, message: 1 };
    assert.equal(findScenario(other), null);
  });
});
