import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import * as argon2 from "@node-rs/argon2";
import {
  hashPassword,
  needsRehash,
  type PasswordOptions,
  verifyPassword,
} from "@latchkey/auth/password";
import { replaceKeyDerivation } from "./compute_once_testkit.ts";
import { describeRecipe, toRecipe } from "./recipe.ts";

let restore = () => {};

beforeEach(() => {
  restore = replaceKeyDerivation({ argon2: undefined });
});

afterEach(() => restore());

const scrypt = (memory: number) => toRecipe({ memory });
const argon2id = (memory: number) =>
  toRecipe({ algorithm: "argon2id", memory });

describe("the cost of a new hash", () => {
  it("scrypt with less memory has more lanes, as OWASP's list has it [ASVS-11.4.2]", () => {
    for (
      const [memory, ln, p] of [
        [8, 13, 10],
        [16, 14, 5],
        [32, 15, 3],
        [64, 16, 2],
        [128, 17, 1],
        [1024, 20, 1],
      ] as const
    ) {
      const cost = { ln, r: 8, p };
      assert.deepEqual(scrypt(memory), { algorithm: "scrypt", cost });
    }
  });

  it("Argon2id with less memory has more passes, and never fewer than OWASP's list [ASVS-11.4.2]", () => {
    for (
      const [memory, passes] of [
        [7, 5],
        [8, 5],
        [9, 4],
        [12, 3],
        [18, 3],
        [19, 2],
        [63, 2],
        [64, 3],
        [512, 3],
      ] as const
    ) {
      assert.deepEqual(argon2id(memory), {
        algorithm: "argon2id",
        memory: memory * 1024,
        passes,
      });
    }
  });

  it("a cost below OWASP's minimum, or out of range, is refused [ASVS-11.4.2]", async () => {
    for (
      const [options, message] of [
        [{ memory: 4 }, /power of 2 from 8 to 1024/],
        [{ memory: 2048 }, /power of 2/],
        [{ memory: 100 }, /power of 2/],
        [{ algorithm: "argon2id", memory: 6 }, /from 7 to 512/],
        [{ algorithm: "argon2id", memory: 513 }, /from 7 to 512/],
        [{ algorithm: "argon2id", memory: 19.5 }, /from 7 to 512/],
        [{ algorithm: "pbkdf2", iterations: 599_999 }, /600,000/],
        [{ algorithm: "pbkdf2", iterations: 10_000_001 }, /600,000/],
        [{ algorithm: "bcrypt" as never }, /"argon2id"/],
      ] satisfies [PasswordOptions, RegExp][]
    ) {
      await assert.rejects(hashPassword("x", options), message);
      await assert.rejects(verifyPassword("x", null, options), message);
      assert.throws(() => needsRehash("x", options), message);
    }
  });

  it("the log describes it", () => {
    assert.equal(
      describeRecipe(scrypt(16)),
      "scrypt, 16 MiB of memory (N=2^14, r=8, p=5)",
    );
    assert.equal(
      describeRecipe(argon2id(19)),
      "Argon2id, 19 MiB of memory (t=2, p=1)",
    );
    assert.equal(
      describeRecipe(toRecipe({ algorithm: "pbkdf2" })),
      "PBKDF2 with SHA-256, 600000 iterations",
    );
  });
});

describe("hashPassword with another algorithm", () => {
  for (
    const options of [
      { memory: 8 },
      { algorithm: "argon2id", memory: 7, argon2 },
      { algorithm: "pbkdf2" },
    ] satisfies PasswordOptions[]
  ) {
    it(`a hash with ${Object.values(options).slice(0, 2).join(", ")} verifies in any spelling, and needs no rehash`, async () => {
      const hash = await hashPassword("Ame\u0301lie \uFB01", options);
      assert.ok(await verifyPassword("Am\u00e9lie fi", hash, { argon2 }));
      assert.ok(!await verifyPassword("Amelie fi", hash, { argon2 }));
      assert.ok(!needsRehash(hash, options));
      assert.ok(needsRehash(hash));
      assert.ok(needsRehash(hash.slice(0, -1), options));
    });
  }
});
