import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import * as argon2 from "@node-rs/argon2";
import bcrypt from "bcryptjs";
import { UnknownPasswordHash } from "@latchkey/auth/errors";
import {
  hashPassword,
  needsRehash,
  verifyPassword,
} from "@latchkey/auth/password";
import { sharedPasswordQueue } from "../../../runtime/serial_queue.ts";
import { replaceKeyDerivation } from "../compute_once_testkit.ts";
import * as own from "../password.ts";
import {
  firebase,
  nodeVectors,
  packages,
  PASSWORD,
  vectors,
} from "./vectors_testkit.ts";

/** The lowest cost, for the work beside the old hash. */
const cheap = { cost: 14, ...packages };
/** The size in the queue of a hash of that cost. */
const OWN = 2 ** 24;

let restore = () => {};

beforeEach(() => {
  restore = replaceKeyDerivation();
});

afterEach(() => {
  mock.restoreAll();
  restore();
});

/** Notes the sizes of the computations that go through the queue. */
function watchQueue(): number[] {
  const sizes: number[] = [];
  const { run } = sharedPasswordQueue;
  mock.method(sharedPasswordQueue, "run", (...args: Parameters<typeof run>) => {
    sizes.push(args[0]);
    return run(...args);
  });
  return sizes;
}

/** Asserts that a hash is refused for a reason, and not repeated. */
async function assertRefused(
  hash: string,
  reason: RegExp,
  options: Parameters<typeof verifyPassword>[2] = {},
) {
  for (const password of [PASSWORD, ""]) {
    await assert.rejects(
      verifyPassword(password, hash, { ...cheap, ...options }),
      (error: Error) => {
        assert.ok(error instanceof UnknownPasswordHash);
        assert.match(error.message, reason);
        assert.ok(!error.message.includes(hash.slice(-20)));
        return true;
      },
    );
  }
}

describe("hashes of other libraries", () => {
  for (const { name, hash, password = PASSWORD, format } of vectors) {
    it(`the password of a hash is right, others are wrong, and each costs our own work and once the other: ${name}`, async () => {
      const options = { ...cheap, format };
      const tries = [[password, true], [`${password} `, false]] as const;
      const sizes = watchQueue();
      for (const [text, isRight] of tries) {
        sizes.length = 0;
        assert.equal(await own.verifyPassword(text, hash, options), isRight);
        assert.equal(sizes.length, 2);
        assert.equal(sizes[0], OWN);
      }
      assert.equal(needsRehash(hash), true);
      // The package that is tested on Node has a queue of its own, out of sight.
      if (verifyPassword === own.verifyPassword) return;
      for (const [text, isRight] of tries) {
        assert.equal(await verifyPassword(text, hash, options), isRight);
      }
    });
  }

  it("an unusable password matches no hash of another library", async () => {
    // The text that is hashed in place of such a password.
    const hash = await bcrypt.hash("x", 4);
    for (const password of ["", "x".repeat(1025), null, undefined]) {
      assert.equal(await verifyPassword(password, hash, cheap), false);
    }
  });

  it("hashes with a prefix are recognised beside those of a named format", async () => {
    const plain = nodeVectors.find(({ name }) => name === "scrypt of Django");
    const options = { ...cheap, format: "better-auth" } as const;
    assert.ok(plain !== undefined);
    assert.ok(await verifyPassword(PASSWORD, plain.hash, options));
  });

  it("a scrypt hash of passlib is one of our own form", async () => {
    const hash =
      "$scrypt$ln=14,r=8,p=1$yXlv7T0nhBACgHAupfReSw$Wh1EGoqT34Jg9pkZTT9GV22ZSClHwudw58iEfUNEs3E";
    assert.ok(await verifyPassword(PASSWORD, hash));
    assert.ok(!await verifyPassword("another", hash));
    assert.ok(needsRehash(hash));
  });

  it("bcrypt hashes of today's package are verified", async () => {
    const hash = await bcrypt.hash("a fresh one", 4);
    assert.ok(await verifyPassword("a fresh one", hash, cheap));
    assert.ok(!await verifyPassword("a fresh One", hash, cheap));
  });

  for (const algorithm of [0, 1, 2]) {
    it(`Argon2 hashes of today's package are verified, algorithm ${algorithm}`, async () => {
      const cost = { memoryCost: 64, timeCost: 2, parallelism: 2 };
      const hash = await argon2.hash("a fresh one", { ...cost, algorithm });
      assert.ok(await verifyPassword("a fresh one", hash, cheap));
      assert.ok(!await verifyPassword("a fresh One", hash, cheap));
    });
  }

  it("a hash with a secret beside it matches nothing", async () => {
    const secret = new TextEncoder().encode("the server's pepper");
    const hash = await argon2.hash(PASSWORD, { memoryCost: 64, secret });
    assert.equal(await verifyPassword(PASSWORD, hash, cheap), false);
  });
});

describe("texts of old hashes", () => {
  it("bcrypt reads 72 bytes, also in the middle of a character", async () => {
    const cut = {
      // 72 bytes and more
      [`${"é".repeat(35)}ab`]:
        "$2b$04$.E5swGpj3/LBN5Ylf93fjexRECfqkh4rrNbwTeUibv/G2SeUzjr6y",
      // The 72nd byte is the first of two, or of four.
      [`a${"é".repeat(36)}`]:
        "$2b$04$klYNm5cgNU/TTqGjSytTAOOtayxMK2L26qbMimiTeunDHL7.GsKdS",
      [`${"\u{1F600}".repeat(17)}abc\u{1F600}`]:
        "$2b$04$K9XJ6V6SV6crub66reycNeiuLEoGkxPYJSZ8KXhUbheUCBsBtLHki",
    };
    for (const [text, hash] of Object.entries(cut)) {
      assert.ok(await verifyPassword(text, hash, cheap));
      assert.ok(await verifyPassword(`${text} and anything`, hash, cheap));
      const shorter = [...text].slice(0, -1).join("");
      assert.ok(!await verifyPassword(shorter, hash, cheap));
    }
  });

  // The accent is a character of its own.
  const decomposed = "cafe\u0301";
  const spelled = {
    "bcrypt": "$2b$04$7r9oECChKC4nmpUzZ8jEH.aD/fNsKRWFEKiTHtHKiBwLoD//tPaoC",
    "passlib's scrypt":
      "$scrypt$ln=14,r=8,p=1$DSGEcK41plTKWWvNmbNWqg$k1+6lLEDnUF+feigaWhVwdKA5laN2b7oiHRMEPLgk5I",
  };
  for (const [name, hash] of Object.entries(spelled)) {
    it(`a password matches a hash of ${name} as it was typed`, async () => {
      assert.equal(await verifyPassword(decomposed, hash, cheap), true);
      assert.equal(await verifyPassword("café", hash, cheap), false);
    });
  }

  it("a password matches the hash of its normalised text, however it was typed", async () => {
    const betterAuth =
      "52a51566bd473145b504fa68bf6b1d83:70349f3b70f990c60b3205e5ce2f1f456ad8d83e6e393a8c6df8af287815cfc53d9403b8f0780697911cd6c3b8c1c94f76acda5ab8c6a54ca2cf34de651c51c0";
    const options = { ...cheap, format: "better-auth" } as const;
    const hashes = [await bcrypt.hash("café", 4), betterAuth];
    for (const hash of hashes) {
      for (const text of [decomposed, "café"]) {
        assert.equal(await verifyPassword(text, hash, options), true);
      }
      assert.equal(await verifyPassword("cafe", hash, options), false);
    }
  });

  it("a new password with a NUL is refused, and an old one is compared whole", async () => {
    await assert.rejects(
      hashPassword("abc\0def", cheap),
      (error: Error) =>
        error instanceof RangeError && /character NUL/.test(error.message),
    );
    for (const hash of [await bcrypt.hash("abc", 4), await bcryptOf("abc\0")]) {
      assert.equal(await verifyPassword("abc\0def", hash, cheap), false);
    }
  });
});

const bcryptOf = (text: string) => bcrypt.hash(text, 4);

describe("hashes that are refused", () => {
  const salt = "A".repeat(22);
  const tail = "a".repeat(53);
  const key = "A".repeat(43);
  const hex = "0".repeat(128);
  const refused: Readonly<Record<string, readonly [string, RegExp]>> = {
    "the broken bcrypt of old PHP": [`$2x$10$${tail}`, /begins with "\$2x\$"/],
    "bcrypt of another cost": [`$2b$17$${tail}`, /bcrypt .* cost 16/],
    "bcrypt with no cost": [`$2b$03$${tail}`, /begins with "\$2b\$"/],
    "a digest's bcrypt of another cost": [
      `bcrypt_sha256$$2b$31$${tail}`,
      /bcrypt .* cost 16/,
    ],
    "Argon2 version 1.0": [
      `$argon2id$m=64,t=2,p=1$${salt}$${key}`,
      /begins with "\$argon2id\$"/,
    ],
    "Argon2 with much memory": [
      `$argon2id$v=19$m=1048577,t=1,p=1$${salt}$${key}`,
      /Argon2 .* 1 GiB/,
    ],
    "Argon2 with many passes": [
      `$argon2id$v=19$m=1048576,t=3,p=1$${salt}$${key}`,
      /Argon2 .* 2 GiB/,
    ],
    "Argon2 with too little memory for its lanes": [
      `$argon2id$v=19$m=15,t=1,p=2$${salt}$${key}`,
      /begins with "\$argon2id\$"/,
    ],
    "PBKDF2 with many iterations": [
      `$pbkdf2-sha256$10000001$${salt}$${key}`,
      /PBKDF2 .* 10000000 iterations/,
    ],
    "PBKDF2 of another hash function": [
      `pbkdf2:md5:1000$salt$${"0".repeat(32)}`,
      /begins with "pbkdf2:"/,
    ],
    "scrypt with much memory": [
      `scrypt:1048576:16:1$salt$${hex}`,
      /scrypt .* 1 GiB/,
    ],
    "scrypt with much work": [
      `scrypt:131072:8:16$salt$${hex}`,
      /scrypt .* 1 GiB/,
    ],
    "scrypt with an odd N": [`scrypt:16385:8:1$salt$${hex}`, /"scrypt:"/],
    "scrypt with N 1": [`scrypt:1:8:1$salt$${hex}`, /"scrypt:"/],
    "a pair of unknown origin": [
      `${"0".repeat(32)}:${hex}`,
      /option `format`.*"better-auth".*"node-scrypt"/,
    ],
    "a plain digest": ["0".repeat(32), /has an unknown format/],
    "a text that is too long": [`$2b$04$${"a".repeat(100_000)}`, /"\$2b\$"/],
  };
  for (const [what, [hash, reason]] of Object.entries(refused)) {
    it(`a stored hash is refused with the reason: ${what}`, async () => {
      await assertRefused(hash, reason);
    });
  }

  it("a hash that is not of the named format is refused", async () => {
    const text = "0".repeat(32);
    for (
      const format of [
        "better-auth",
        "node-scrypt",
        "aspnet-identity",
        { firebase },
      ] as const
    ) await assertRefused(text, /unknown format/, { format });
    const format = "better-auth";
    await assertRefused(`${text}00:${hex}`, /unknown format/, { format });
  });

  it("a hash of ASP.NET Identity with odd numbers in it is refused", async () => {
    const format = "aspnet-identity";
    const pack = (digest: number, iterations: number, salt: number) => {
      const bytes = new Uint8Array(13 + 16 + 32).fill(7);
      const view = new DataView(bytes.buffer);
      bytes[0] = 1;
      [digest, iterations, salt].forEach((one, i) =>
        view.setUint32(1 + 4 * i, one)
      );
      return btoa(String.fromCharCode(...bytes));
    };
    const unknown = [[3, 1000, 16], [1, 0, 16], [1, 1000, 15], [1, 1000, 99]];
    for (const [digest = 0, iterations = 0, salt = 0] of unknown) {
      const hash = pack(digest, iterations, salt);
      await assertRefused(hash, /unknown format/, { format });
    }
    const costly = pack(1, 2 ** 32 - 1, 16);
    await assertRefused(costly, /PBKDF2/, { format });
    // A key longer than the digest doubles the work.
    await assertRefused(pack(0, 5_000_001, 16), /PBKDF2/, { format });
  });

  it("an option that fits no hash is named in the error", async () => {
    const bad: readonly [unknown, RegExp][] = [
      ["bcrypt", /"better-auth", "node-scrypt"/],
      [null, /"better-auth", "node-scrypt"/],
      [{ firebase: { ...firebase, rounds: 9 } }, /`rounds` from 1 to 8/],
      [{ firebase: { ...firebase, memCost: 15 } }, /`memCost` from 1 to 14/],
      [{ firebase: { ...firebase, signerKey: "?" } }, /`signerKey`/],
      [{ firebase: {} }, /`saltSeparator` in base64/],
    ];
    for (const [format, reason] of bad) {
      const options = { format: format as "better-auth" };
      await assertRefused(`salt:${key}`, reason, options);
    }
  });
});
