import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UnknownPasswordHash } from "../../../errors/errors.ts";
import { packages, PASSWORD, vectors } from "./vectors_testkit.ts";
import { verifyForeign } from "./verify_foreign.ts";

describe("mangled hashes of other libraries", () => {
  for (const { name, hash, password = PASSWORD, format } of vectors) {
    const verify = (text: string) =>
      verifyForeign([password], text, { ...packages, format });

    it(`a hash that was cut off is refused: ${name}`, async () => {
      // Firebase's padding may be missing.
      const whole = typeof format === "object"
        ? hash.replace(/={1,2}$/, "")
        : hash;
      for (let length = 1; length < whole.length; length++) {
        // The published examples of ASP.NET Identity have keys of 16 bytes.
        if (name.startsWith("ASP.NET Identity 3") && length === 60) continue;
        const cut = whole.slice(0, length);
        const answer = await verify(cut).catch((error: unknown) => error);
        // Argon2 makes another key for each length, so a shorter one is only wrong.
        const isWrong = hash.includes("$argon2") && answer === false;
        assert.ok(isWrong || answer instanceof UnknownPasswordHash, cut);
      }
    });

    it(`a hash with something before or after it is refused: ${name}`, async () => {
      const around = [`${hash}\n`, ` ${hash}`, `${hash}=`, `${hash}0`];
      for (const text of around) {
        await assert.rejects(verify(text), UnknownPasswordHash, text);
      }
    });

    it(`a hash with another character in its key does not match: ${name}`, async () => {
      const at = hash.length - 12;
      const other = hash[at] === "0" ? "1" : "0";
      const text = hash.slice(0, at) + other + hash.slice(at + 1);
      assert.equal(await verify(text), false);
    });
  }
});
