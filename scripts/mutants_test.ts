import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listMutants, mutate } from "./mutants.ts";

const source = "const a = 1;\nconst b = 2;\nconst c = 2;\n";

describe("a mutant", () => {
  it("a mutant replaces its text and leaves the rest unchanged", () => {
    const mutation = mutate(source, { text: "a = 1", replacement: "a = 7" });
    const changed = "const a = 7;\nconst b = 2;\nconst c = 2;\n";
    assert.deepEqual(mutation, { kind: "changed", source: changed });
  });

  it("a mutant may remove a line, also at the beginning and at the end", () => {
    for (const text of source.match(/.+\n/g) ?? []) {
      const mutation = mutate(source, { text, replacement: "" });
      const changed = source.replace(text, "");
      assert.deepEqual(mutation, { kind: "changed", source: changed });
    }
  });

  it("a mutant is stale if its text is missing, occurs twice, or equals its replacement", () => {
    const stale: readonly (readonly [string, string, RegExp])[] = [
      ["d = 1", "", /not in the file/],
      ["= 2", "", /more than once/],
      ["a = 1", "a = 1", /changes nothing/],
    ];
    for (const [text, replacement, reason] of stale) {
      const mutation = mutate(source, { text, replacement });
      assert.equal(mutation.kind, "stale");
      assert.match("reason" in mutation ? mutation.reason : "", reason);
    }
  });
});

describe("the list of mutants", () => {
  it("the list has sixty or more mutants, each with its own rule and with tests that notice it", () => {
    const all = listMutants([]);
    assert.ok(all.length >= 60, `${all.length}`);
    const names = all.map(({ file, rule }) => `${file}: ${rule}`);
    assert.equal(new Set(names).size, names.length);
    for (const { rule, tests } of all) {
      assert.match(rule, /^[A-Z`].*\.$/);
      assert.ok(tests.length > 0);
      for (const path of tests) assert.match(path, /_test\.ts$/);
    }
  });

  it("the list can be filtered by a word", () => {
    const some = listMutants(["core/session/revocation/revocation.ts"]);
    assert.ok(some.length > 0);
    assert.ok(
      some.every(({ file }) =>
        file === "core/session/revocation/revocation.ts"
      ),
    );
    assert.deepEqual(listMutants(["no such word in any rule"]), []);
  });
});
