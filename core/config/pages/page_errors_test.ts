import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readPageError, toErrorText } from "./page_errors.ts";
import { ENGLISH } from "./page_words.ts";

const { words } = ENGLISH;
const { errors } = words;

describe("the sentence about an error", () => {
  it("the sentence is that of the code, else that of the type, else of a problem of the site", () => {
    const rows: [string | null, string | null, string][] = [
      ["AccessDenied", null, errors.AccessDenied],
      ["AccessDenied", "any", errors.AccessDenied],
      ["Verification", "void", errors["Verification void"]],
      ["Verification void", null, errors["Verification void"]],
      ["SessionError", null, errors.Configuration],
      ["Nothing", "void", errors.Configuration],
      ["constructor", null, errors.Configuration],
      ["__proto__", "x", errors.Configuration],
      [null, "toString", errors.Configuration],
      [null, null, errors.Configuration],
    ];
    for (const [type, code, sentence] of rows) {
      assert.equal(toErrorText(words, { type, code }), sentence, `${type}`);
    }
  });

  it("parameters name an error only by its type", () => {
    const read = (query: string) => readPageError(new URLSearchParams(query));
    assert.deepEqual(read("error=Verification&code=void"), {
      type: "Verification",
      code: "void",
    });
    for (const error of ["", "Nothing", "constructor", "Verification void"]) {
      assert.equal(read(`error=${error}&code=void`), null, error);
    }
    assert.equal(read("code=void"), null);
  });
});
