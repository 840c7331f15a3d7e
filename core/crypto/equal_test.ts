import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isEqual } from "./equal.ts";
import { randomText } from "./random.ts";

describe("isEqual", () => {
  it("isEqual is true for equal texts only", () => {
    const equal = ["", "a", "é", "\u{1f600}", "a".repeat(10_000), "\0"];
    for (const text of equal) assert.ok(isEqual(text, `${text}`));
    const different: [string, string][] = [
      ["", "a"],
      ["a", ""],
      ["a", "b"],
      ["ab", "a"],
      ["a", "ab"],
      ["aa", "a"],
      ["a", "aa"],
      ["abab", "ab"],
      ["ab", "abab"],
      ["\0", ""],
      ["", "\0"],
      ["\0\0", "\0"],
      ["é", "e\u0301"],
      ["a", "A"],
      ["\u0100", "\0"],
      ["\ud83d\ude00", "\ud83d\ude01"],
    ];
    for (const [a, b] of different) {
      assert.ok(!isEqual(a, b), JSON.stringify([a, b]));
      assert.ok(!isEqual(b, a), JSON.stringify([b, a]));
    }
  });

  it("isEqual agrees with === for every single changed character", () => {
    const text = randomText(32);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i) ^ 1;
      const other = text.slice(0, i) + String.fromCharCode(code) +
        text.slice(i + 1);
      assert.ok(!isEqual(text, other));
    }
    assert.ok(isEqual(text, text.slice()));
  });

  it("isEqual compares every character, wherever the first difference is", () => {
    const text = "x".repeat(64);
    const count = (other: string): number => {
      let looked = 0;
      const watched = Object.assign(Object(other), {
        charCodeAt: (i: number) => {
          looked++;
          return other.charCodeAt(i);
        },
      });
      isEqual(text, watched);
      return looked;
    };
    assert.equal(count(`y${"x".repeat(63)}`), 64);
    assert.equal(count(`${"x".repeat(63)}y`), 64);
    assert.equal(count(text), 64);
  });
});
