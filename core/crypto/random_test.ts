import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { afterEach, describe, it, mock } from "node:test";
import { randomText } from "./random.ts";

afterEach(() => mock.restoreAll());

/** Has the runtime count instead of giving random bytes; returns what it was given to fill. */
function count(): Uint8Array[] {
  // Takes what is left.
  randomText(512);
  const filled: Uint8Array[] = [];
  let next = 0;
  mock.method(crypto, "getRandomValues", (bytes: Uint8Array) => {
    filled.push(bytes);
    for (let i = 0; i < bytes.length; i++) bytes[i] = next++ % 251;
    return bytes;
  });
  return filled;
}

const decode = (text: string) => [...Buffer.from(text, "base64url")];

describe("a random text", () => {
  it("each random byte is in one text only, and is erased after it", () => {
    const filled = count();
    randomText(16);
    const [pool] = filled;
    const all = decode(randomText(32));
    assert.deepEqual(all, Array.from({ length: 32 }, (_, i) => 16 + i));
    assert.ok(pool?.subarray(0, 48).every((byte) => byte === 0));
    assert.equal(pool?.[48], 48);
  });

  it("a text that the bytes at hand are too few for has new ones only", () => {
    const filled = count();
    randomText(500);
    const text = randomText(32);
    assert.equal(filled.length, 2);
    assert.deepEqual(
      decode(text),
      Array.from({ length: 32 }, (_, i) => (512 + i) % 251),
    );
  });

  it("texts have the length of their bytes, and no two are the same", () => {
    const texts = Array.from({ length: 2000 }, () => randomText(16));
    assert.ok(texts.every((text) => /^[\w-]{22}$/.test(text)));
    assert.equal(new Set(texts).size, texts.length);
  });

  it("a text that is longer than what is made at once has bytes of its own", () => {
    const filled = count();
    assert.deepEqual(
      decode(randomText(513)),
      Array.from({ length: 513 }, (_, i) => i % 251),
    );
    assert.equal(filled.length, 1);
  });
});
