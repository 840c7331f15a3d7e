import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { makeTokenText, readTokenUser } from "./token_text.ts";

function make(userId: string, prefix = "lk_"): string {
  const text = makeTokenText(prefix, userId);
  assert.ok(text !== null, userId);
  return text;
}

/** A text whose checksum is right, as anybody can make it. */
const known = "lk_YWRh_" + "0".repeat(43) + "291yZJ";

describe("the text of a personal token", () => {
  it("names its user, whatever characters the id has", () => {
    for (
      const id of [
        "ada",
        "7",
        "a_b__c_",
        "auth0|5f7c8ec7c33c6c004bbafe82",
        "a:b/c?d&e=f%20 ",
        "Zoë 日本 🦊",
        "\ufeffada",
        "a".repeat(728),
        crypto.randomUUID(),
      ]
    ) {
      const text = make(id);
      assert.equal(readTokenUser("lk_", text), id);
      assert.match(text, /^lk_[\w-]+_[0-9A-Za-z]{49}$/);
    }
  });

  it("is not made for an id that stores cannot hold, or that is too long for a header", () => {
    for (const id of ["", "a\0b", "a\ud800b", "a".repeat(729)]) {
      assert.equal(makeTokenText("lk_", id), null, id.slice(0, 9));
    }
  });

  it("is another one each time [PAT-01]", () => {
    const texts = Array.from({ length: 1000 }, () => make("ada"));
    assert.equal(new Set(texts).size, 1000);
    for (let at = 8; at < 51; at++) {
      const digits = new Set(texts.map((text) => text.charAt(at)));
      // 256 bits fill all but a part of the first digit.
      assert.ok(digits.size > 55, `${digits.size} digits at ${at}`);
    }
  });

  it("has the checksum of zip files, in base62 as GitHub's tokens have it", () => {
    assert.equal(readTokenUser("lk_", known), "ada");
  });

  it("is refused with one character that differs, is missing, or is one too many", () => {
    const text = make("ada");
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === "x" ? "y" : "x";
      for (const put of [other, "", `${text[at]}${other}`]) {
        const wrong = text.slice(0, at) + put + text.slice(at + 1);
        assert.equal(readTokenUser("lk_", wrong), null, wrong);
      }
    }
  });

  it("is refused with another prefix, and if it is no token at all", () => {
    for (
      const text of [
        "",
        "lk_",
        ...["acme_", "kl_"].map((prefix) => make("ada", prefix)),
        make("ada").toUpperCase(),
        ` ${make("ada")}`,
        `${make("ada")}\n`,
        "lk_" + "é".repeat(60),
      ]
    ) assert.equal(readTokenUser("lk_", text), null, text);
  });

  it("is refused with the right checksum of a text that names nobody", () => {
    const zeros = "0".repeat(43);
    for (
      const text of [
        "lk_YWRh0X2KIX", // without a secret
        `lk__${zeros}19O8uQ`, // without a user
        `lk_YQBi_${zeros}4JPpKM`, // U+0000
        `lk__w_${zeros}2xknlk`, // not UTF-8
        `lk_YR_${zeros}1Lq9yW`, // another spelling of `YQ`
      ]
    ) assert.equal(readTokenUser("lk_", text), null, text);
  });
});
