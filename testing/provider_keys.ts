/** The keys of a test provider. */

import { base64url, exportJWK, generateKeyPair } from "jose";
import type { GenerateKeyPairResult } from "jose";
import type { RotateOptions } from "./provider_options.ts";
import type { Claims, SigningAlgorithm } from "./provider_types.ts";

/** A pair that several providers may use, and the parameters of its public key. */
interface PooledPair {
  readonly pair: GenerateKeyPairResult;
  readonly parameters: Claims;
}

/** One published key. */
export interface SigningKey {
  readonly alg: SigningAlgorithm;
  readonly kid: string | undefined;
  readonly pair: GenerateKeyPairResult;
  readonly jwk: Claims;
}

/** All keys of one provider. */
export interface KeyRing {
  current: SigningKey;
  readonly foreign: SigningKey;
  extra: SigningKey[];
  /** Keys that were replaced, oldest first. */
  former: SigningKey[];
  /** The number of pairs of the pool that this provider has used. */
  used: number;
  /** What `"hs256-client-secret"` signs with. */
  readonly clientSecret: string;
}

// An RSA pair takes a good part of a second and test suites create hundreds of
// providers, so pairs are made, and exported, once per process. Index 0 is the
// foreign key; no provider ever publishes it.
const pool: Readonly<Record<SigningAlgorithm, Promise<PooledPair>[]>> = {
  RS256: [],
  ES256: [],
  PS256: [],
  EdDSA: [],
};

/** Returns that many random bytes as lower-case hex. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}

export async function createKeyRing(
  alg: SigningAlgorithm,
  kid: string | false | undefined,
  clientSecret: string,
): Promise<KeyRing> {
  const id = kid === false ? undefined : kid ?? `key-${randomHex(4)}`;
  const [foreign, current] = await Promise.all([
    readPooledKey(alg, 0, undefined),
    readPooledKey(alg, 1, id),
  ]);
  return { current, foreign, extra: [], former: [], used: 2, clientSecret };
}

/** Returns the SHA-256 of a text, in base64url. */
export async function toHash(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return base64url.encode(new Uint8Array(digest));
}

/** Creates a ring whose key is in no other one. */
export async function createOwnRing(alg: SigningAlgorithm): Promise<KeyRing> {
  const ring = await createKeyRing(alg, false, randomHex(24));
  const { pair, parameters } = await createPair(alg);
  const current = { alg, kid: undefined, pair, jwk: parameters };
  return { ...ring, current };
}

export async function rotateKeys(
  ring: KeyRing,
  options: RotateOptions = {},
): Promise<void> {
  const { alg, kid } = ring.current;
  const next = kid === undefined || options.sameKid
    ? kid
    : `key-${randomHex(4)}`;
  const key = await readPooledKey(alg, ring.used++, next);
  ring.former.push(ring.current);
  ring.current = key;
}

export async function addExtraKeys(
  ring: KeyRing,
  count: number,
): Promise<void> {
  const { alg, kid } = ring.current;
  for (let index = 0; index < count; index++) {
    const id = kid === undefined ? undefined : `extra-${randomHex(4)}`;
    ring.extra.push(await readPooledKey(alg, ring.used++, id));
  }
}

/**
 * Returns the keys with one of an algorithm as the current one, which is
 * published beside the others.
 */
export async function withAlgorithm(
  ring: KeyRing,
  alg: SigningAlgorithm,
): Promise<KeyRing> {
  const known = [ring.current, ...ring.extra].find((key) => key.alg === alg);
  const key = known ??
    await readPooledKey(alg, ring.used++, `key-${randomHex(4)}`);
  if (known === undefined) ring.extra.push(key);
  return { ...ring, current: key };
}

async function readPooledKey(
  alg: SigningAlgorithm,
  place: number,
  kid: string | undefined,
): Promise<SigningKey> {
  const { pair, parameters } = await (pool[alg][place] ??= createPair(alg));
  const id = kid === undefined ? {} : { kid };
  return { alg, kid, pair, jwk: { ...parameters, alg, use: "sig", ...id } };
}

async function createPair(alg: SigningAlgorithm): Promise<PooledPair> {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { pair, parameters: { ...await exportJWK(pair.publicKey) } };
}
