import assert from "node:assert/strict";
import { it } from "node:test";
import { root } from "./command.ts";
import { entries } from "./workspace.ts";

it("each entry of the package begins with a comment that says what it is for", async () => {
  for (const path of new Set(Object.values(entries))) {
    const text = await Deno.readTextFile(root + path);
    const [, comment = ""] =
      /^(?:\/\/[^\n]*\n)*\/\*\*\n((?: \*[^\n]*\n)+?) \*\//.exec(text) ?? [];
    assert.match(comment, /^ \* [^@\n]{10,}/, path);
    assert.match(comment, /^ \* @module$/m, path);
  }
});
