import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readElements } from "./html_elements.ts";
import { readForms } from "./html_forms.ts";

const missing = () => Promise.reject(new Error("Cannot find package"));

async function readFields(html: string): Promise<(readonly string[])[]> {
  const forms = readForms(await readElements(html), "https://app.example/");
  return forms.flatMap(({ fields }) => [...fields]);
}

describe("readForms()", () => {
  const pages: Record<string, readonly string[]> = {
    "<form><input name=a value='caf&eacute;&#128;'></form>": ["a", "café€"],
    "<form><textarea name=a>\nb\nc</textareas></textarea></form>": [
      "a",
      "b\nc</textareas>",
    ],
    "<!--><form><input name=a value=1></form>": ["a", "1"],
    "<noscript><form><input name=a value=1></form></noscript>": ["a", "1"],
    "<template><form><input name=a value=1></form></template>": [],
    "<script><!-- <script></script><form><input name=a> --></script>": [],
  };
  for (const [html, field] of Object.entries(pages)) {
    it(`the page ${JSON.stringify(html)} has the fields ${JSON.stringify(field.join("="))}`, async () => {
      const found = await readFields(html);
      assert.deepEqual(found, field.length === 0 ? [] : [field]);
    });
  }
});

describe("readElements()", () => {
  it("the error says which package to install", async () => {
    await assert.rejects(
      readElements("<p>", missing),
      /`parse5`: `npm install --save-dev parse5`/,
    );
  });

  it("an answer without tags needs no parser", async () => {
    assert.deepEqual(await readElements('{"a":1}', missing), []);
  });
});
