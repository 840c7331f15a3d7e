/**
 * Makes keys and proofs of DPoP (RFC 9449).
 *
 * @module
 */

import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
} from "jose";
import type { DpopKey } from "../../../model/dpop_key.ts";

/** The algorithm of the proofs. Servers that support DPoP support it. */
const alg = "ES256";

/** Creates a key. */
export async function createKey(): Promise<DpopKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const { x = "", y = "", d = "" } = await exportJWK(privateKey);
  return { x, y, d };
}

/** Returns the thumbprint of a key (RFC 7638), which the authorization code is bound to. */
export async function toThumbprint(key: DpopKey): Promise<string> {
  return await calculateJwkThumbprint(toPublicJwk(key));
}

/** The claims of a proof (RFC 9449 section 4.2). */
export interface ProofClaims {
  readonly jti: string;
  readonly htm: string;
  readonly htu: string;
  /** Seconds since the epoch. */
  readonly iat: number;
  /** The hash of the access token that goes with the request. */
  readonly ath: string | undefined;
  readonly nonce: string | undefined;
}

/** Signs the proof for one request. */
export async function signProof(
  key: DpopKey,
  claims: ProofClaims,
): Promise<string> {
  const jwk = toPublicJwk(key);
  return await new SignJWT({ ...claims })
    .setProtectedHeader({ typ: "dpop+jwt", alg, jwk })
    .sign(await importJWK({ ...jwk, d: key.d }, alg));
}

function toPublicJwk({ x, y }: DpopKey) {
  return { kty: "EC", crv: "P-256", x, y } as const;
}
