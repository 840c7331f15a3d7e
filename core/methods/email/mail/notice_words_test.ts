import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { words } from "./languages.ts";
import type { NoticeMails } from "./notice_words.ts";
import { en } from "./words.ts";

/** Lists all texts by name. */
function list(notices: NoticeMails): readonly (readonly [string, string])[] {
  return Object.entries(notices).flatMap(([name, text]) =>
    typeof text === "string"
      ? [[name, text] as const]
      : Object.entries(text).map(([key, one]) =>
        [`${name} ${key}`, String(one)] as const
      )
  ).sort(([a], [b]) => a < b ? -1 : 1);
}

const findGaps = (text: string) => (text.match(/\{\w*\}?/g) ?? []).sort();

describe("the texts of notices", () => {
  it("every language has each of them, with the same placeholders", () => {
    const english = list(en.notices);
    for (const [tag, { notices }] of Object.entries(words)) {
      const own = list(notices);
      assert.deepEqual(
        own.map(([name]) => name),
        english.map(([name]) => name),
      );
      for (const [i, [name, text]] of own.entries()) {
        const [, plain = ""] = english[i] ?? [];
        assert.deepEqual(findGaps(text), findGaps(plain), `${tag}: ${name}`);
        assert.equal(text, text.trim(), `${tag}: ${name}`);
        if (tag !== "en") assert.notEqual(text, plain, `${tag}: ${name}`);
      }
    }
  });
});
