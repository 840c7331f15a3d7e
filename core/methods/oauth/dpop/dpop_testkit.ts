/**
 * For tests only: reads the proofs that a provider received.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mock } from "node:test";
import { decodeJwt, decodeProtectedHeader, type JWK } from "jose";
import type { FaultProvider, ProviderEndpoint } from "@latchkey/auth/testing";

/** A proof, and the request that it came with. */
export interface SentProof {
  readonly endpoint: ProviderEndpoint;
  readonly header: Readonly<Record<string, unknown>> & { readonly jwk: JWK };
  readonly claims: Readonly<Record<string, unknown>>;
  readonly authorization: string | undefined;
}

/** Reads the proofs of all requests so far, oldest first; a request without one has none. */
export function readProofs({ requests }: FaultProvider): SentProof[] {
  return requests.flatMap(({ endpoint, headers }) => {
    const { dpop, authorization } = headers;
    if (dpop === undefined) return [];
    const { jwk, ...header } = decodeProtectedHeader(dpop);
    assert.ok(jwk);
    const claims = decodeJwt(dpop);
    return [{ endpoint, header: { ...header, jwk }, claims, authorization }];
  });
}

/** Collects the secret part of every key that is made while something runs. */
export async function collectKeys(
  run: () => Promise<void>,
): Promise<readonly string[]> {
  const { subtle } = crypto;
  const exportKey = subtle.exportKey.bind(subtle);
  const keys: string[] = [];
  const copy = async (format: "jwk", key: CryptoKey) => {
    const jwk = await exportKey(format, key);
    if (jwk.d !== undefined) keys.push(jwk.d);
    return jwk;
  };
  const spy = mock.method(subtle, "exportKey", copy);
  try {
    await run();
  } finally {
    spy.mock.restore();
  }
  return keys;
}
