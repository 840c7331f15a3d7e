import assert from "node:assert/strict";
import * as nodeCrypto from "node:crypto";
import { afterEach, beforeEach, describe, it } from "node:test";
import {
  hash as argon2Hash,
  hashRaw,
  verify as argon2Verify,
} from "@node-rs/argon2";
import { UnknownPasswordHash } from "../../errors/errors.ts";
import {
  quickScrypt,
  replaceCrypto,
  replaceKeyDerivation,
} from "../credentials/compute_once_testkit.ts";
import type {
  PasswordHashOptions,
  ResolvedRules,
} from "../../providers/password_rules.ts";
import { hashFor, needsNewHash, verifyFor } from "./hash.ts";

let restore = () => {};

// As if the runtime had no `crypto.argon2`, which some versions of Node have.
beforeEach(() => {
  restore = replaceKeyDerivation({ argon2: undefined });
});

afterEach(() => restore());

const argon2 = { hash: argon2Hash, verify: argon2Verify };
const password = "correct horse battery staple";
const [first, second] = [
  "the first secret that passwords are keyed with",
  "the second secret that passwords are keyed with",
] as const;

/** The parameters of `argon2` of Node 24.7. */
interface Argon2Params {
  readonly message: Uint8Array;
  readonly nonce: Uint8Array;
  readonly parallelism: number;
  readonly tagLength: number;
  readonly memory: number;
  readonly passes: number;
}

type Done = (error: Error | null, key: Uint8Array) => void;

type Hashing = Pick<ResolvedRules, "hash" | "peppers">;

/** The lowest costs that are allowed; Argon2id takes the least time. */
const cheap = {
  scrypt: { algorithm: "scrypt", memory: 8 },
  argon2id: { algorithm: "argon2id", memory: 7, argon2 },
  pbkdf2: { algorithm: "pbkdf2", iterations: 600_000 },
} as const satisfies Record<string, PasswordHashOptions>;

const createHashing = (
  peppers: readonly string[] = [],
  hash: PasswordHashOptions = cheap.argon2id,
): Hashing => ({ peppers, hash });

describe("hashes of stored passwords", () => {
  for (
    const [algorithm, form] of [
      ["scrypt", /^\$scrypt\$ln=13,r=8,p=10\$[\w+/]{22}\$[\w+/]{43}$/],
      [
        "argon2id",
        /^\$argon2id\$v=19\$m=7168,t=5,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
      ],
      ["pbkdf2", /^\$pbkdf2-sha256\$i=600000\$[\w+/]{22}\$[\w+/]{43}$/],
    ] as const
  ) {
    it(`a hash of ${algorithm} has its cost, verifies, and is not made again`, async () => {
      const hashing = createHashing([], cheap[algorithm]);
      const hash = await hashFor(hashing, password);
      assert.match(hash, form);
      assert.ok(await verifyFor(hashing, password, hash));
      assert.ok(!await verifyFor(hashing, "another password", hash));
      assert.ok(!await needsNewHash(hashing, hash));
      // Every other algorithm takes it, and asks for a new one.
      for (const other of Object.values(cheap)) {
        if (other.algorithm === algorithm) continue;
        const changed = createHashing([], { ...other, argon2 });
        assert.ok(await verifyFor(changed, password, hash));
        assert.ok(await needsNewHash(changed, hash));
      }
    });
  }

  it("another cost asks for a new hash", async () => {
    const hash = await hashFor(createHashing(), password);
    const more = createHashing([], { ...cheap.argon2id, memory: 8 });
    assert.ok(await needsNewHash(more, hash));
    assert.ok(await verifyFor(more, password, hash));
  });

  it("a password matches whole and in its case, in any Unicode spelling [ASVS-6.2.8]", async () => {
    for (const hashing of [createHashing(), createHashing([first])]) {
      const long = "x".repeat(255);
      const hash = await hashFor(hashing, `${long}\u00e9`);
      assert.ok(await verifyFor(hashing, `${long}e\u0301`, hash));
      for (
        const other of [long, `${long}e`, `X${long}\u00e9`, `${long}\u00c9`]
      ) {
        assert.ok(!await verifyFor(hashing, other, hash));
      }
    }
  });

  it("a password that cannot be used has no hash, and matches none", async () => {
    for (const hashing of [createHashing(), createHashing([first])]) {
      for (const bad of ["", "a\0b", "x".repeat(1025)]) {
        await assert.rejects(hashFor(hashing, bad), RangeError);
        const hash = await hashFor(hashing, "x");
        assert.ok(!await verifyFor(hashing, bad, hash));
      }
    }
  });

  it("Argon2id without a package, or with one that ignores the cost, says what to do", async () => {
    const missing = createHashing([], { algorithm: "argon2id", memory: 7 });
    await assert.rejects(hashFor(missing, password), /@node-rs\/argon2/);
    const weak = {
      ...argon2,
      hash: (text: string) =>
        argon2Hash(text, { memoryCost: 1024, timeCost: 1, parallelism: 1 }),
    };
    const wrong = createHashing([], { ...cheap.argon2id, argon2: weak });
    await assert.rejects(hashFor(wrong, password), /another algorithm or cost/);
  });

  it("Argon2id is computed by the runtime where it can, to the byte", async () => {
    const calls: string[] = [];
    restore();
    restore = replaceKeyDerivation({
      argon2: (algorithm: string, params: Argon2Params, done: Done) => {
        calls.push(algorithm);
        hashRaw(params.message, {
          algorithm: 2,
          salt: params.nonce,
          parallelism: params.parallelism,
          outputLen: params.tagLength,
          memoryCost: params.memory,
          timeCost: params.passes,
        }).then((key) => done(null, key));
      },
    });
    const hashing = createHashing([], { algorithm: "argon2id", memory: 7 });
    const hash = await hashFor(hashing, password);
    assert.deepEqual(calls, ["argon2id"]);
    assert.ok(await argon2Verify(hash, password));
    assert.ok(await verifyFor(hashing, password, hash));
    assert.ok(!await needsNewHash(hashing, hash));
  });

  it("PBKDF2 needs WebCrypto only, and gives the same bytes there", async () => {
    const hashing = createHashing([], cheap.pbkdf2);
    const byNode = await hashFor(hashing, password);
    restore();
    restore = replaceCrypto({});
    assert.ok(await verifyFor(hashing, password, byNode));
    const byWeb = await hashFor(hashing, password);
    assert.ok(!await verifyFor(hashing, "another password", byWeb));
    restore();
    restore = replaceKeyDerivation();
    assert.ok(await verifyFor(hashing, password, byWeb));
  });
});

describe("the pepper", () => {
  it("a hash names the pepper, and verifies only with it", async () => {
    const hashing = createHashing([first]);
    const hash = await hashFor(hashing, password);
    assert.match(hash, /^\$hmac-sha256\$[\w-]{8}\$argon2id\$v=19\$m=7168,/);
    assert.ok(await verifyFor(hashing, password, hash));
    assert.ok(!await verifyFor(hashing, "another password", hash));
    const [, id = ""] = /^\$hmac-sha256\$([\w-]{8})/.exec(hash) ?? [];
    for (const peppers of [[], [second]]) {
      await assert.rejects(
        verifyFor(createHashing(peppers), password, hash),
        (error: Error) =>
          error instanceof UnknownPasswordHash &&
          /option `pepper` of `Password`/.test(error.message) &&
          error.message.includes(id) && !error.message.includes(first),
      );
    }
    // What is hashed is not the password.
    const bare = hash.slice(hash.indexOf("$argon2id"));
    assert.ok(!await verifyFor(createHashing(), password, bare));
    const keyed = nodeCrypto.createHmac("sha256", first)
      .update(`password ${password}`).digest("base64url");
    assert.ok(await argon2Verify(bare, keyed));
  });

  it("a new pepper in front asks for new hashes, and the old ones match until then", async () => {
    const before = createHashing([first]);
    const rotated = createHashing([second, first]);
    const hash = await hashFor(before, password);
    assert.ok(!await needsNewHash(before, hash));
    assert.ok(await verifyFor(rotated, password, hash));
    assert.ok(await needsNewHash(rotated, hash));
    const again = await hashFor(rotated, password);
    assert.ok(!await needsNewHash(rotated, again));
    assert.notEqual(again.slice(0, 21), hash.slice(0, 21));
  });

  it("a hash without a pepper matches with one configured, and is made again", async () => {
    const django = "pbkdf2_sha1$1000$salt$um5PLH8ivEcrRJVasTZXh8+vxX0=";
    const peppered = createHashing([first]);
    assert.ok(await verifyFor(peppered, "correct horse", django));
    assert.ok(await needsNewHash(peppered, django));
    const plain = await hashFor(createHashing(), password);
    assert.ok(await verifyFor(peppered, password, plain));
    assert.ok(await needsNewHash(peppered, plain));
    const keyed = await hashFor(peppered, password);
    assert.ok(await needsNewHash(createHashing(), keyed));
  });

  it("the public functions say that they cannot check a keyed hash", async () => {
    const hash = await hashFor(createHashing([first]), password);
    const { verifyPassword } = await import("@latchkey/auth/password");
    await assert.rejects(
      verifyPassword(password, hash, { cost: 14 }),
      /begins with "\$hmac-sha256\$".*`pepper`/,
    );
  });
});

describe("the work without a hash", () => {
  for (const algorithm of ["scrypt", "argon2id", "pbkdf2"] as const) {
    it(`it is that of ${algorithm} with its cost, with a pepper or a hash that is not ours, too`, async () => {
      const work: string[] = [];
      restore();
      restore = replaceKeyDerivation({
        argon2: undefined,
        scrypt: (...args: Parameters<typeof quickScrypt>) => {
          const { N, r, p } = args[3];
          work.push(`scrypt ${N} ${r} ${p}`);
          quickScrypt(...args);
        },
        pbkdf2: (...args: Parameters<typeof nodeCrypto.pbkdf2>) => {
          const [text, salt, iterations, ...rest] = args;
          work.push(`pbkdf2 ${iterations} ${args[4]}`);
          nodeCrypto.pbkdf2(text, salt, 1, ...rest);
        },
      });
      const record = (cost: unknown) => work.push(JSON.stringify(cost));
      const recorder = {
        hash: (text: string, cost: Parameters<typeof argon2Hash>[1]) => {
          record("argon2");
          return argon2Hash(text, cost);
        },
        verify: (hash: string, text: string) => {
          record("argon2");
          return argon2Verify(hash, text);
        },
      };
      const options = { ...cheap[algorithm], argon2: recorder };
      for (const peppers of [[], [first]]) {
        const hashing = createHashing(peppers, options);
        const hash = await hashFor(hashing, password);
        const measure = async (stored: string | null) => {
          work.length = 0;
          await verifyFor(hashing, "another password", stored).catch(() => {});
          return work.join();
        };
        const known = await measure(hash);
        assert.notEqual(known, "");
        assert.equal(await measure(null), known);
        assert.equal(await measure("$1$not$ours"), known);
        const lost = hash.replace(/^\$hmac-sha256\$.{8}/, "");
        assert.equal(await measure(`$hmac-sha256$AAAAAAAA${lost}`), known);
      }
    });
  }
});
