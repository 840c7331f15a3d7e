import assert from "node:assert/strict";
import { test } from "node:test";
import { findSlower } from "./check_baseline.ts";

test("a row that takes more than 15 % longer counts as slower, and so does one that was not measured", () => {
  const rest = { base: 1, current: 1, quartiles: [1, 1] } as const;
  const ratios = { a: 1.16, b: 1.15, c: 0.5, d: NaN };
  const rows = Object.entries(ratios)
    .map(([name, ratio]) => ({ name, ratio, ...rest }));
  assert.deepEqual(findSlower(rows), ["a", "d"]);
});
