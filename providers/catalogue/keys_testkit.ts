/**
 * For tests only: the keys with which the mocked providers sign.
 *
 * @module
 */

import {
  exportJWK,
  generateKeyPair,
  type GenerateKeyPairResult,
  type JWTPayload,
  SignJWT,
} from "jose";
import type { Json } from "./facts_testkit.ts";

const pairs = new Map<string, Promise<GenerateKeyPairResult>>();

/** Returns the key pair of this algorithm, which all servers share. */
export function readPair(alg: string): Promise<GenerateKeyPairResult> {
  const known = pairs.get(alg) ?? generateKeyPair(alg, { extractable: true });
  pairs.set(alg, known);
  return known;
}

/** Signs claims with the servers' key. */
export async function sign(claims: JWTPayload): Promise<string> {
  const { privateKey } = await readPair("RS256");
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: "key", typ: "JWT" })
    .sign(privateKey);
}

/** Signs claims with a client secret. */
export async function signWithSecret(
  claims: JWTPayload,
  secret: string,
): Promise<string> {
  return await new SignJWT(claims).setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(secret));
}

/** The key set of all servers. */
export async function readKeySet(): Promise<Json> {
  const { publicKey } = await readPair("RS256");
  const jwk = await exportJWK(publicKey);
  return { keys: [{ ...jwk, kid: "key", alg: "RS256", use: "sig" }] };
}
