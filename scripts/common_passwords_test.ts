import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { fromBase64url } from "../core/crypto/base64url.ts";
import { toCanonical } from "../core/methods/password/rules/canonical.ts";
import { COMMON_PASSWORDS } from "../core/methods/password/rules/common_passwords.ts";
import { hasKey, toDigest } from "../core/methods/password/rules/filter.ts";
import { readCommonPasswords } from "./common_passwords.ts";

const table = fromBase64url(COMMON_PASSWORDS) ?? new Uint8Array();

async function countFound(texts: readonly string[]): Promise<number> {
  const found = await Promise.all(
    texts.map(async (text) => hasKey(table, await toDigest(text))),
  );
  return found.filter(Boolean).length;
}

describe("the filter of common passwords", () => {
  it("it has each of the 100,000 most common passwords, and those of 15 characters and more of a larger list", async () => {
    const passwords = await readCommonPasswords();
    assert.ok(passwords.length > 103_000);
    assert.equal(
      await countFound(passwords.map(toCanonical)),
      passwords.length,
    );
  });

  it("of other texts, fewer than one in 200 is taken for one", async () => {
    const others = Array.from(
      { length: 50_000 },
      (_, i) => createHash("sha256").update(`${i}`).digest("hex"),
    );
    assert.ok(await countFound(others) < 250);
  });

  it("it takes less than 150 kB", () => {
    assert.ok(COMMON_PASSWORDS.length < 150_000);
  });
});
