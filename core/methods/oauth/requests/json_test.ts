import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { hasDuplicateNames } from "./json.ts";

const hasTwins = (text: string) => hasDuplicateNames(text, JSON.parse(text));

describe("hasDuplicateNames()", () => {
  const doubled = [
    '{"a":1,"a":2}',
    '{"a":1, "b":{"a":1} ,"a" : 2}',
    '{"a":{"b":1,"b":1}}',
    '[{"x":1},{"y":1,"y":2}]',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
    '{"a":1,"a":1}',
    '{"2":1,"1":1,"2":1}',
  ];
  for (const text of doubled) {
    it(`a duplicate name is found in ${text}`, () => {
      assert.equal(hasTwins(text), true);
    });
  }

  const single = [
    "{}",
    "[]",
    "null",
    '"a"',
    '{"a":{"a":{"a":1}},"b":["a","a"]}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\"a\\":1,\\"a\\":","b":"}{"}',
    '{"a\\\\":1,"a":2}',
    '{"__proto__":1,"constructor":2}',
    '{ "a": 1, "b": { "a": 1.0 } }',
    '{"2":1,"1":1}',
  ];
  for (const text of single) {
    it(`no duplicate name is found in ${text}`, () => {
      assert.equal(hasTwins(text), false);
    });
  }

  it("objects that nest deeply are read", () => {
    const text = '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000);
    assert.equal(hasTwins(text), false);
  });

  it("a megabyte of escapes and names is read quickly", () => {
    const names = Array.from({ length: 50_000 }, (_, i) => `"n${i}":"\\n"`);
    assert.equal(hasTwins(`{${names}}`), false);
    assert.equal(hasTwins(`{ ${names}}`), false);
    const text = JSON.stringify({ a: '"'.repeat(500_000) });
    assert.equal(hasTwins(text), false);
    assert.equal(hasTwins(` ${text}`), false);
  });
});
