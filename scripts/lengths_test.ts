import assert from "node:assert/strict";
import { it } from "node:test";
import { findLongFunctions } from "./lengths.ts";

it("long functions are found, and short ones after them are not", () => {
  const body = Array.from({ length: 50 }, () => "  work();");
  const lines = [
    "export async function long(",
    "  one: string,",
    "): Promise<void> {",
    ...body,
    "}",
    "",
    "function short(): void {",
    "  work();",
    "}",
  ];
  assert.deepEqual(findLongFunctions(lines), [{ place: "long", lines: 54 }]);
});
