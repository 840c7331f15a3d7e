import assert from "node:assert/strict";
import { it } from "node:test";
import { root } from "./command.ts";
import { findExamples } from "./doc_examples.ts";
import { listDocumented } from "./test_deno.ts";

const fence = "```";

it("the examples of a page are found, without those that are to be ignored", () => {
  const page = [
    "Text.",
    "",
    `${fence}ts`,
    "const a = 1;",
    "",
    "a;",
    fence,
    `${fence}ts ignore`,
    "b;",
    fence,
    `${fence}sh`,
    "c",
    fence,
    "",
    fence,
    "no language",
    fence,
    `${fence}ts`,
    "d;",
    fence,
  ].join("\n");
  assert.deepEqual(findExamples(page), [
    { code: "const a = 1;\n\na;\n", first: 4, last: 6 },
    { code: "d;\n", first: 19, last: 19 },
  ]);
});

it("the examples of comments are found, without their margins", () => {
  const module = [
    "/**",
    " * Text.",
    ` * ${fence}ts`,
    " * {",
    " *   a;",
    " *",
    " * }",
    ` * ${fence}`,
    " */",
    "  /**",
    `   * ${fence}ts`,
    "   * b;",
    `   * ${fence}`,
    "   */",
  ].join("\n");
  assert.deepEqual(findExamples(module), [
    { code: "{\n  a;\n\n}\n", first: 4, last: 7 },
    { code: "b;\n", first: 12, last: 12 },
  ]);
});

it("every block that `deno test --doc` would run is found", async () => {
  const languages = /^[\s*]*```(?:[cm]?[jt]sx?|(?:java|type)script)\b(.*)$/gm;
  const paths = await listDocumented();
  assert.ok(paths.length > 500, `${paths.length} files`);
  for (const path of paths) {
    const text = await Deno.readTextFile(root + path);
    const blocks = [...text.matchAll(languages)]
      .filter(([, attributes = ""]) => !attributes.includes("ignore"));
    assert.equal(findExamples(text).length, blocks.length, path);
  }
});
