import assert from "node:assert/strict";
import * as crypto from "node:crypto";
import { afterEach, describe, it, mock } from "node:test";
import { hashRaw } from "@node-rs/argon2";
import { verifyPassword } from "@latchkey/auth/password";
import { replaceCrypto } from "../compute_once_testkit.ts";
import { packages, PASSWORD, peerVectors } from "./vectors_testkit.ts";

const cheap = { cost: 14, ...packages };
const argon2Vectors = peerVectors.filter(({ hash }) =>
  hash.includes("$argon2")
);

let restore = () => {};

afterEach(() => restore());

/** The parameters of `argon2` of Node 24.7. */
interface Argon2Params {
  readonly message: Uint8Array;
  readonly nonce: Uint8Array;
  readonly parallelism: number;
  readonly tagLength: number;
  readonly memory: number;
  readonly passes: number;
}

const ALGORITHMS = ["argon2d", "argon2i", "argon2id"];

/** Computes what Node's own function would, in runtimes that do not have it. */
function argon2(
  algorithm: string,
  params: Argon2Params,
  done: (error: Error | null, key?: Uint8Array) => void,
) {
  const options = {
    algorithm: ALGORITHMS.indexOf(algorithm),
    salt: params.nonce,
    parallelism: params.parallelism,
    outputLen: params.tagLength,
    memoryCost: params.memory,
    timeCost: params.passes,
  };
  hashRaw(params.message, options).then((key) => done(null, key), done);
}

/** Replaces the function of `node:crypto`; returns its calls. */
function replaceArgon2(replacement: typeof argon2 | undefined) {
  const calls = mock.fn(replacement);
  const module = {
    ...crypto,
    argon2: replacement === undefined ? undefined : calls,
  };
  restore = replaceCrypto(module);
  return calls;
}

describe("Argon2", () => {
  for (const { name, hash } of argon2Vectors) {
    it(`the runtime's own Argon2 is used where there is one: ${name}`, async () => {
      const calls = replaceArgon2(argon2);
      assert.equal(await verifyPassword(PASSWORD, hash, cheap), true);
      assert.equal(await verifyPassword("another", hash, cheap), false);
      assert.equal(calls.mock.callCount(), 2);
    });

    it(`the package is used where the runtime has no Argon2: ${name}`, async () => {
      replaceArgon2(undefined);
      assert.equal(await verifyPassword(PASSWORD, hash, cheap), true);
      assert.equal(await verifyPassword("another", hash, cheap), false);
    });
  }
});
