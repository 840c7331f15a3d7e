/** Keys of clients that prove by DPoP (RFC 9449) that a token is theirs. */

import { calculateJwkThumbprint, exportJWK } from "jose";
import type { IdTokenFault } from "./provider_faults.ts";
import { createOwnRing, randomHex, toHash } from "./provider_keys.ts";
import { signJwt } from "./provider_signing.ts";
import type { Claims, SigningAlgorithm } from "./provider_types.ts";

/** Options of `createDpopKey`. */
export interface DpopKeyOptions {
  /** Default: `"ES256"`. */
  alg?: SigningAlgorithm | undefined;
}

/** The request that a proof is for, and what is wrong with the proof. */
export interface DpopProofOptions
  extends Pick<IdTokenFault, "claims" | "header" | "sign"> {
  /** The URL of the request; a proof has it without query and fragment. */
  url: string | URL;
  /** The method of the request. Default: `"GET"`. */
  method?: string | undefined;
  /** The access token that the request sends; the proof has its hash. */
  token?: string | undefined;
  /** The nonce that the server asked for. */
  nonce?: string | undefined;
}

/** A client's key, see `createDpopKey`. */
export interface DpopKey {
  /** The thumbprint of the key (RFC 7638), by which tokens are bound to it. */
  readonly jkt: string;
  /** The public key, as proofs have it. */
  readonly publicJwk: Claims;
  /** The private key, which no proof may contain. */
  readonly privateJwk: Claims;
  /** Makes a proof for one request: the value of the header `DPoP`. */
  readonly prove: (request: DpopProofOptions) => Promise<string>;
}

/**
 * Makes a key of a client, and with it proofs for its requests (RFC 9449), right
 * ones or wrong ones.
 *
 * @example
 * ```ts
 * import { createDpopKey, createFaultProvider } from "@latchkey/auth/testing";
 *
 * const op = await createFaultProvider();
 * const key = await createDpopKey();
 * const token = await op.mintAccessToken({ bind: key });
 * const url = "https://api.example.com/files";
 * const request = new Request(url, {
 *   headers: {
 *     authorization: `DPoP ${token}`,
 *     dpop: await key.prove({ url, token }),
 *   },
 * });
 * console.assert(request.headers.has("dpop"));
 *
 * const refused = [
 *   await key.prove({ url, token, method: "POST" }),
 *   await key.prove({ url, token: await op.mintAccessToken() }),
 *   await key.prove({ url, token, sign: "foreign" }),
 *   await key.prove({ url, token, header: { jwk: key.privateJwk } }),
 *   await key.prove({ url, token, claims: { jti: undefined } }),
 * ];
 * console.assert(refused.length === 5);
 * ```
 *
 * @param options See {@link DpopKeyOptions}.
 * @returns A new key, see {@link DpopKey}.
 */
export async function createDpopKey(
  { alg = "ES256" }: DpopKeyOptions = {},
): Promise<DpopKey> {
  const ring = await createOwnRing(alg);
  const { pair, jwk: publicJwk } = ring.current;
  return {
    jkt: await calculateJwkThumbprint(publicJwk),
    publicJwk,
    privateJwk: { ...await exportJWK(pair.privateKey) },
    prove: async (request) => {
      const header = { typ: "dpop+jwt", jwk: publicJwk };
      return await signJwt(
        ring,
        { claims: await toProofClaims(request), header },
        request,
      );
    },
  };
}

/** Returns the claims of a proof (RFC 9449 section 4.2). */
async function toProofClaims(
  { url, method = "GET", token, nonce }: DpopProofOptions,
): Promise<Claims> {
  const { origin, pathname } = new URL(url);
  return {
    jti: randomHex(16),
    htm: method,
    htu: origin + pathname,
    iat: Math.floor(Date.now() / 1000),
    ath: token === undefined ? undefined : await toHash(token),
    nonce,
  };
}
