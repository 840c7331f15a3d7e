import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { describe, it } from "node:test";
import {
  fromBase64url,
  isCanonicalBase64url,
  toBase64url,
} from "./base64url.ts";
import { randomText } from "./random.ts";

const alphabet =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

describe("base64url", () => {
  it("encoded bytes decode to the same bytes, for every length", () => {
    for (let length = 0; length < 70; length++) {
      const bytes = crypto.getRandomValues(new Uint8Array(length));
      const text = toBase64url(bytes);
      assert.equal(text, Buffer.from(bytes).toString("base64url"));
      assert.deepEqual(fromBase64url(text), bytes);
    }
  });

  it("a runtime without Buffer encodes and decodes the same, for every length and a part of a buffer", () => {
    const { Buffer: known } = globalThis;
    const all = crypto.getRandomValues(new Uint8Array(300));
    const parts = Array.from(all, (_, i) => all.subarray(i / 3, i));
    const texts = parts.map(toBase64url);
    try {
      Object.assign(globalThis, { Buffer: undefined });
      assert.deepEqual(parts.map(toBase64url), texts);
      const copies = parts.map((part) => new Uint8Array(part));
      assert.deepEqual(texts.map(fromBase64url), copies);
    } finally {
      Object.assign(globalThis, { Buffer: known });
    }
  });

  it("one or two bytes have one spelling, of all that a lenient decoder accepts", () => {
    for (const length of [2, 3]) {
      const head = "AB".slice(0, length - 1);
      const read = [...alphabet].filter((last) =>
        isCanonicalBase64url(head + last)
      );
      assert.equal(read.length, length === 2 ? 4 : 16);
      for (const last of alphabet) {
        const text = head + last;
        const again = Buffer.from(text, "base64url").toString("base64url");
        assert.equal(isCanonicalBase64url(text), again === text, text);
        assert.equal(fromBase64url(text) !== null, again === text, text);
      }
    }
  });

  it("every other text is refused", () => {
    const bad = [
      "A",
      "AAAAA",
      "AA==",
      "AAA=",
      "AAAA=",
      "AA AA",
      " AAAA",
      "AAAA\n",
      "AA+A",
      "AA/A",
      "AAA.",
      "AAAé",
      "AAA\0",
      "ＡＡＡＡ",
    ];
    for (const text of bad) {
      assert.equal(fromBase64url(text), null, JSON.stringify(text));
    }
  });

  it("random bytes have the expected length and always differ", () => {
    const texts = Array.from({ length: 1000 }, () => randomText(16));
    assert.equal(new Set(texts).size, 1000);
    for (const text of texts) assert.match(text, /^[\w-]{22}$/);
  });
});
