import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { describe, it } from "node:test";
import { toBase64url } from "../../crypto/base64url.ts";
import {
  CODES,
  createRecoveryCodes,
  hashCode,
  readRecoveryCode,
} from "./recovery_codes.ts";

describe("recovery codes", () => {
  it("there are ten of 80 bits, and only their keyed hashes are kept [ASVS-6.5.2, ASVS-6.5.3, ASVS-6.5.4]", async () => {
    const { shown, stored } = await createRecoveryCodes(7);
    assert.equal(new Set(shown).size, CODES);
    for (const [i, code] of shown.entries()) {
      assert.match(
        code,
        /^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/,
      );
      const plain = readRecoveryCode(code) ?? "";
      const { hash, used } = stored.codes[i] ?? {};
      assert.equal(hash, await hashCode(stored.key, plain));
      assert.equal(used, null);
      assert.ok(!JSON.stringify(stored).includes(plain));
    }
  });

  it("the hash is HMAC-SHA-256 (RFC 4231, section 4.3)", async () => {
    const key = toBase64url(new TextEncoder().encode("Jefe"));
    const hash = await hashCode(key, "what do ya want for nothing?");
    assert.equal(
      Buffer.from(hash, "base64url").toString("hex"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });

  it("the same code has another hash under each key", async () => {
    const [one, other] = [
      await createRecoveryCodes(0),
      await createRecoveryCodes(0),
    ];
    const code = "0123456789ABCDEF";
    assert.notEqual(
      await hashCode(one.stored.key, code),
      await hashCode(other.stored.key, code),
    );
  });

  it("a code can be typed in lower case, without groups and with letters that look like digits", () => {
    const code = "0123456789ABCDEF";
    const typed = [
      "0123-4567-89AB-CDEF",
      " o123 4567 89ab cdef ",
      "OI23456789abcdef",
      "0L23456789ABCDEF",
    ];
    for (const one of typed) assert.equal(readRecoveryCode(one), code);
    for (const one of ["", "0123-4567-89AB", code + "0", "0123456789ABCDEU"]) {
      assert.equal(readRecoveryCode(one), null);
    }
  });
});
