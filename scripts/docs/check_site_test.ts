import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkPage } from "./check_site.ts";
import { clean } from "./finish.ts";
import { escape } from "./reference.ts";
import { readSignature } from "./signature.ts";

const good =
  '<head></head><h1 id="a">A</h1><img src="/a.png" alt=""><p>Text</p>';

describe("a page of the site", () => {
  it("what a page has twice, lacks, or a strict policy refuses is a fault", () => {
    assert.deepEqual(checkPage(good), []);
    assert.deepEqual(checkPage(good.replace("<p>", '<p id="a">')), [
      "the id a is there twice",
    ]);
    assert.deepEqual(checkPage(good.replace(' alt=""', "")), [
      '<img src="/a.png">',
    ]);
    assert.deepEqual(checkPage("<p>No heading</p>"), ["0 main headings"]);
    const own = good.replace("<p>", '<p style="color:red" onclick="a()">');
    assert.equal(checkPage(`${own}<script id="b">c()</script>`).length, 3);
  });

  it("scripts and styles of a page are moved out of it", () => {
    const page = '<head><script id="dark">a()</script></head>' +
      '<h1 style="color:red">A</h1>';
    assert.equal(
      clean(page),
      '<head><script src="/begin.js"></script></head><h1>A</h1>',
    );
  });
});

describe("the reference", () => {
  it("a signature has no body", () => {
    const filename = new URL("../../core/errors/docs.ts", import.meta.url).href;
    const text = Deno.readTextFileSync(new URL(filename));
    const line = text.slice(0, text.indexOf("export function"))
      .split("\n").length;
    assert.equal(
      readSignature({ filename, line, col: 0 }),
      "function toDocs(code: string): string;",
    );
  });

  it("a comment is text, not HTML", () => {
    assert.equal(
      escape("A `Map<K>` of <b>, see {@link toDocs} and <https://a.example>."),
      "A `Map<K>` of &lt;b>, see `toDocs` and <https://a.example>.",
    );
  });
});
