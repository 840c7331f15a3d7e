import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";

/** The files that a person writes for the whole product. */
const files = ["src/main.ts", "page/main.ts", "page/index.html"];

describe("examples/spa", () => {
  it("has at most seventy lines for everything", async () => {
    let lines = 0;
    for (const file of files) {
      const url = new URL(`../examples/spa/${file}`, import.meta.url);
      const text = await readFile(url, "utf8");
      lines += text.split("\n").filter((line) => line.trim() !== "").length;
    }
    assert.ok(lines <= 70, `${lines} lines`);
  });
});
