/**
 * Keys and proofs of DPoP (RFC 9449): a token that is bound to a key opens
 * nothing for a thief who has only the token.
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
import { hash } from "../../../crypto/hash.ts";
import { randomText } from "../../../crypto/random.ts";
import type { DpopKey } from "../../../model/dpop_key.ts";
import type { ResolvedOAuth } from "../../../providers/oauth_provider.ts";
import { readClock } from "../../../runtime/clock.ts";

/** The algorithm of the proofs. Servers that know DPoP know it. */
export const PROOF_ALGORITHM = "ES256";

/** Creates the key of a sign-in, if the application wants bound tokens. */
export async function createKeyFor(
  { source }: ResolvedOAuth,
): Promise<DpopKey | undefined> {
  if (!source.dpop) return undefined;
  const pair = await generateKeyPair(PROOF_ALGORITHM, { extractable: true });
  const { x = "", y = "", d = "" } = await exportJWK(pair.privateKey);
  return { x, y, d };
}

/** Returns the thumbprint of a key (RFC 7638), which the authorization code is bound to. */
export async function toThumbprint(key: DpopKey): Promise<string> {
  return await calculateJwkThumbprint(toPublicJwk(key));
}

/** The request that a proof is for. */
export interface ProvedRequest {
  readonly url: string;
  readonly method: string;
  /** The access token that goes with it; absent at the authorization server. */
  readonly token?: string | undefined;
  /** The server's nonce; absent if it has given none. */
  readonly nonce?: string | undefined;
}

/** Signs the proof for one request (RFC 9449 section 4.2). */
export async function createProof(
  key: DpopKey,
  { url, method, token, nonce }: ProvedRequest,
): Promise<string> {
  const jwk = toPublicJwk(key);
  const { origin, pathname } = new URL(url);
  return await new SignJWT({
    jti: randomText(16),
    htm: method,
    htu: origin + pathname,
    iat: Math.floor(readClock() / 1000),
    ath: token === undefined ? undefined : await hash(token),
    nonce,
  })
    .setProtectedHeader({ typ: "dpop+jwt", alg: PROOF_ALGORITHM, jwk })
    .sign(await importJWK({ ...jwk, d: key.d }, PROOF_ALGORITHM));
}

function toPublicJwk({ x, y }: DpopKey) {
  return { kty: "EC", crv: "P-256", x, y } as const;
}
