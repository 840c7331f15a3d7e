import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { afterEach, describe, it, mock } from "node:test";
import { randomText } from "./random.ts";

afterEach(() => mock.restoreAll());

describe("a random text", () => {
  it("each text has bytes of its own, all of them from the runtime", () => {
    let next = 0;
    mock.method(crypto, "getRandomValues", (bytes: Uint8Array) => {
      for (let i = 0; i < bytes.length; i++) bytes[i] = next++;
      return bytes;
    });
    const texts = [randomText(16), randomText(32)];
    assert.deepEqual(
      texts.flatMap((text) => [...Buffer.from(text, "base64url")]),
      Array.from({ length: 48 }, (_, i) => i),
    );
  });

  it("texts have the length of their bytes, and no two are the same", () => {
    const texts = Array.from({ length: 2000 }, () => randomText(16));
    assert.ok(texts.every((text) => /^[\w-]{22}$/.test(text)));
    assert.equal(new Set(texts).size, texts.length);
  });
});
