import assert from "node:assert/strict";
import { it } from "node:test";
import { toDocs } from "../../core/errors/docs.ts";
import { listFiles, root } from "../command.ts";
import { isLibrary } from "../workspace.ts";
import { slugify } from "../../docs/.vitepress/slug.ts";
import { apiNotes } from "./api_notes.ts";
import { makeErrorsPage } from "./errors_page.ts";
import { warningNotes } from "./warning_notes.ts";

it("every warning in the page of errors is one that the library logs", async () => {
  const texts = await Promise.all(
    (await listFiles("")).filter(isLibrary)
      .filter((path) => path !== "core/errors/warning_codes.ts")
      .map((path) => Deno.readTextFile(root + path)),
  );
  const source = texts.join("\n");
  const unused = [...Object.keys(warningNotes), ...Object.keys(apiNotes)]
    .filter((code) => !source.includes(`"${code}"`));
  assert.deepEqual(unused, []);
});

it("each line of the log links to a heading of the page, which is there once", async () => {
  const page = await makeErrorsPage();
  const codes = [...page.matchAll(/^### (.*)$/gm)].map(([, code = ""]) => code);
  assert.ok(codes.length > 80);
  const anchors = codes.map(slugify);
  assert.deepEqual(
    codes.map((code) => toDocs(code).split("#")[1]),
    anchors,
  );
  assert.equal(new Set(anchors).size, anchors.length);
});
