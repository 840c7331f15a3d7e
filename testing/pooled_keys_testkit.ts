/**
 * For tests only, and loaded before them: RSA keys come from a pool, because
 * making one takes longer than most files of tests. The runner makes the pool
 * and names its file in `TEST_KEYS`; without it, and after its last key, keys
 * are made as usual.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import process from "node:process";

const { subtle } = globalThis.crypto;
const path = process.env.TEST_KEYS;
const pool: JsonWebKey[] = path === undefined
  ? []
  : JSON.parse(readFileSync(path, "utf8"));

// Two processes have the same keys, and one process never has a key twice.
let taken = 0;

/** Gives out the keys from the first one again, for another file of tests. */
export function giveAgain(): void {
  taken = 0;
}

type Arguments = [RsaHashedKeyGenParams, boolean, KeyUsage[]];

const generateKey = subtle.generateKey.bind(subtle) as (
  ...args: Arguments
) => Promise<CryptoKeyPair>;

async function takeKey(...args: Arguments): Promise<CryptoKeyPair> {
  const [algorithm, extractable] = args;
  const { name, modulusLength } = algorithm;
  const isPooled = name === "RSASSA-PKCS1-v1_5" && modulusLength === 2048;
  const key = isPooled ? pool[taken++] : undefined;
  if (key === undefined) return await generateKey(...args);
  const { kty, n, e } = key as { kty: string; n: string; e: string };
  const open = { kty, n, e };
  return {
    privateKey: await subtle.importKey("jwk", key, algorithm, extractable, [
      "sign",
    ]),
    publicKey: await subtle.importKey("jwk", open, algorithm, true, ["verify"]),
  };
}

Object.defineProperty(subtle, "generateKey", {
  value: takeKey,
  configurable: true,
  writable: true,
});
