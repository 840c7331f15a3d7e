import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findLanguage } from "./language.ts";

const tags = ["en", "de", "fr"];

describe("findLanguage()", () => {
  const cases: readonly (readonly [header: string | null, tag: string])[] = [
    [null, "en"],
    ["", "en"],
    ["de", "de"],
    ["DE-at, en;q=0.8", "de"],
    ["de;q=0.1, fr", "fr"],
    ["de-AT;q=0.1, fr;q=0.2", "fr"],
    ["de;q=0", "en"],
    ["tlh, fr;q=0.5, de;q=0.9", "de"],
    [" fr", "fr"],
    ["*", "en"],
    ["constructor, de", "de"],
  ];
  for (const [header, tag] of cases) {
    it(`${JSON.stringify(header)} prefers ${tag}`, () => {
      assert.equal(findLanguage(header, tags), tag);
    });
  }
});
