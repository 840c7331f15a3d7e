import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toMarkup } from "./html_elements.ts";
import { readForms } from "./html_forms.ts";

const missing = () => Promise.reject(new Error("Cannot find package"));

async function readFields(html: string): Promise<(readonly string[])[]> {
  const forms = readForms(await toMarkup(html), "https://app.example/");
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

describe("toMarkup()", () => {
  it("the error says which package to install", async () => {
    await assert.rejects(
      toMarkup("<p>", missing),
      /`parse5`: `npm install --save-dev parse5`/,
    );
  });

  it("a page is parsed on first use, and once", async () => {
    let calls = 0;
    const { elements } = await toMarkup("<p>", async () => {
      const { parse } = await import("parse5");
      return { parse: (html, options) => (calls++, parse(html, options)) };
    });
    assert.equal(calls, 0);
    assert.equal(elements(), elements());
    assert.equal(calls, 1);
  });

  it("an answer without tags needs no parser", async () => {
    const { elements } = await toMarkup('{"a":1}', missing);
    assert.deepEqual(elements(), []);
  });
});
