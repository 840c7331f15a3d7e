import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toBase32, toGroups } from "./base32.ts";
import {
  computeTotp,
  createTotpSecret,
  findStep,
  readTotpCode,
  toStep,
  toTotpUri,
} from "./totp.ts";

const text = (value: string) => new TextEncoder().encode(value);
/** The secret of the test vectors. */
const secret = text("12345678901234567890");

describe("codes of authenticator apps", () => {
  it("they are those of RFC 4226, appendix D", async () => {
    const codes =
      "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489"
        .split(" ");
    for (const [step, code] of codes.entries()) {
      assert.equal(await computeTotp(secret, step), code);
    }
  });

  it("they are those of RFC 6238, appendix B", async () => {
    const vectors = [
      [59, "94287082"],
      [1111111109, "07081804"],
      [1111111111, "14050471"],
      [1234567890, "89005924"],
      [2000000000, "69279037"],
      [20000000000, "65353130"],
    ] as const;
    for (const [seconds, code] of vectors) {
      const step = toStep(seconds * 1000);
      assert.equal(await computeTotp(secret, step), code.slice(2));
    }
  });

  it("a code is valid in its step and in those beside it, and once [ASVS-6.5.5]", async () => {
    const now = 1_111_111_111_000;
    const step = toStep(now);
    for (let drift = -3; drift <= 3; drift++) {
      const code = await computeTotp(secret, step + drift);
      const found = await findStep(secret, code, { now, after: -1 });
      assert.equal(found, Math.abs(drift) <= 1 ? step + drift : null);
      if (found === null) continue;
      const again = { now, after: found };
      assert.equal(await findStep(secret, code, again), null);
    }
  });

  it("a code can be typed in groups and in digits of other scripts, and is nothing else", () => {
    for (const typed of ["123456", " 123 456 ", "123-456", "１２３４５６"]) {
      assert.equal(readTotpCode(typed), "123456");
    }
    const others = ["", "12345", "1234567", "12345a", "ABCD-EFGH", "\0"];
    for (const typed of [...others, "1".repeat(1_000_000)]) {
      assert.equal(readTotpCode(typed), null);
    }
  });

  it("a secret has 160 bits, and base32 is that of RFC 4648, section 10 [ASVS-6.5.3]", () => {
    assert.equal(createTotpSecret().length, 20);
    const vectors = {
      "": "",
      f: "MY",
      fo: "MZXQ",
      foo: "MZXW6",
      foob: "MZXW6YQ",
      fooba: "MZXW6YTB",
      foobar: "MZXW6YTBOI",
    };
    for (const [plain, encoded] of Object.entries(vectors)) {
      assert.equal(toBase32(text(plain)), encoded);
    }
    assert.equal(toGroups("MZXW6YTBOI"), "MZXW 6YTB OI");
  });

  it("the URI names site and user, whatever characters they have", () => {
    const label = { issuer: "A & B: tools", account: "ada+1@example.com" };
    const url = new URL(toTotpUri(secret, label));
    assert.equal(
      url.href,
      "otpauth://totp/A%20%26%20B%20%20tools:ada%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=A%20%26%20B%20%20tools&algorithm=SHA1&digits=6&period=30",
    );
  });
});
