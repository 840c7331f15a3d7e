import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readPath } from "./path.ts";

describe("a path in an answer", () => {
  const answer = { data: [{ user: { id: 7, "": "empty" } }], none: null };
  const rows: readonly [string | undefined, unknown][] = [
    [undefined, answer],
    ["data.0.user.id", 7],
    ["data.0.user.", "empty"],
    ["data.length", 1],
    ["none", null],
    ["none.id", undefined],
    ["data.1", undefined],
    ["data.0.user.id.toFixed", undefined],
    ["", undefined],
    ["constructor", undefined],
    ["data.map", undefined],
    ["__proto__", undefined],
    ["data.__proto__.constructor", undefined],
  ];
  for (const [path, value] of rows) {
    it(`at ${path ?? "no path"} there is ${JSON.stringify(value)}`, () => {
      assert.deepEqual(readPath(answer, path), value);
    });
  }

  it("it leads through an object's own members only", () => {
    const inherited: object = Object.create({ user: { id: 7 } });
    assert.equal(readPath(inherited, "user.id"), undefined);
  });
});
