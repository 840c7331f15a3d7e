import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toIsoText } from "./iso_text.ts";

describe("toIsoText()", () => {
  it("toIsoText writes the same text as Date", () => {
    const moments = [
      ...[0, 1, -1, 999.9, -0.5, 86_399_999, 86_400_000, -86_400_001],
      ...[951_782_400_000, 4_107_542_399_999, 8.64e15, -8.64e15],
      ...Array.from({ length: 5000 }, () => (Math.random() - 0.2) * 4e12),
    ];
    for (const moment of moments) {
      assert.equal(toIsoText(moment), new Date(moment).toISOString());
    }
  });

  it("toIsoText throws for an invalid time, as Date does", () => {
    for (const moment of [NaN, Infinity, 8.64e15 + 86_400_000]) {
      assert.throws(() => toIsoText(moment), RangeError);
    }
  });
});
