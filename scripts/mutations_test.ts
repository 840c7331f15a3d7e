import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exists, root } from "./command.ts";
import covered from "./mutants.json" with { type: "json" };
import { applyChange, findChanges } from "./mutations.ts";

/** The sources that a source may become. */
function mutate(source: string): string[] {
  return findChanges(source).map((change) => applyChange(source, change));
}

describe("the changes of a source", () => {
  it("a statement that throws, awaits or calls is dropped, alone", () => {
    assert.deepEqual(
      mutate("{ assertUser(user); await end(); throw new Error(text); }"),
      [
        "{ ; await end(); throw new Error(text); }",
        "{ assertUser(user); ; throw new Error(text); }",
        "{ assertUser(user); await end(); ; }",
      ],
    );
    assert.deepEqual(mutate("if (a === b) throw c;"), [
      "if (a !== b) throw c;",
      "if (a === b) ;",
    ]);
  });

  it("a condition is negated", () => {
    assert.deepEqual(mutate("const a = is(b) ? c : d;"), [
      "const a = !(is(b)) ? c : d;",
    ]);
    assert.deepEqual(mutate("if (!is(b)) a = c;"), ["if (is(b)) a = c;"]);
    assert.deepEqual(mutate("const same = a !== b;"), [
      "const same = a === b;",
    ]);
  });

  it("a comparison is negated, and its bound is shifted", () => {
    assert.deepEqual(mutate("const late = now < end;"), [
      "const late = now >= end;",
      "const late = now <= end;",
    ]);
  });

  it("each side of a combined condition is dropped", () => {
    assert.deepEqual(mutate("const a = b && is(c);"), [
      "const a = is(c);",
      "const a = b;",
    ]);
  });

  it("arguments that are names are swapped, and others are not", () => {
    assert.deepEqual(mutate("const a = f(b, c.d, () => e, 1);"), [
      "const a = f(c.d, b, () => e, 1);",
    ]);
    assert.deepEqual(mutate("const a = f(b, b);"), []);
  });

  it("types, imports and plain values are left alone", () => {
    const source = 'import { a } from "a";\n' +
      'type T = A extends B ? C : D;\nconst b: T = "x" + a;\n';
    assert.deepEqual(mutate(source), []);
  });
});

it("the files that mutants are made of, and their tests, exist", async () => {
  for (const [file, tests] of Object.entries(covered)) {
    assert.ok(tests.length > 0, `${file} has no tests`);
    for (const path of [file, ...tests]) {
      assert.ok(
        await exists(root + path),
        `${path} is gone: mend mutants.json`,
      );
    }
  }
});
