/**
 * Proofs that a client has the key of its token (RFC 9449).
 *
 * @module
 */

import { calculateJwkThumbprint } from "jose/jwk/thumbprint";
import { compactVerify } from "jose/jws/compact/verify";
import { isEqual } from "../../core/crypto/equal.ts";
import { hash } from "../../core/crypto/hash.ts";
import { CLOCK_TOLERANCE } from "../../core/runtime/clock.ts";
import type { ResourceRequest } from "../credential.ts";
import { type ReadToken, readToken } from "../jwt/verify_jwt.ts";
import { Refusal, refuseToken, toText } from "../refusal.ts";
import type { ResolvedDpop } from "./dpop_options.ts";
import { makeNonce, NONCE_LIFETIME, readNonce } from "./nonce.ts";
import { normalizeUrl } from "./proof_url.ts";

/** The limit on the characters of a proof. One with an RSA key of 4096 bits takes about 3,000. */
const MAX_PROOF = 8_192;

/** Members of keys that are secret (RFC 7518 sections 6.2.2, 6.3.2 and 6.4.1). */
const PRIVATE = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** What a proof has to prove. */
export interface ToProve {
  readonly request: ResourceRequest;
  readonly token: string;
  /** The thumbprint of the key that the token is bound to. */
  readonly jkt: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A proof that is right, unless it was used before. */
export interface VerifiedProof {
  /** Names the proof. */
  readonly id: string;
  /** When it is too old, in milliseconds since the epoch. */
  readonly expires: number;
  /** The nonce for the next proof, if there is a new one. */
  readonly nonce: string | null;
}

/**
 * Verifies the proof of a request (RFC 9449 section 4.3).
 *
 * @throws Refusal
 */
export async function verifyProof(
  dpop: ResolvedDpop,
  proven: ToProve,
): Promise<VerifiedProof> {
  const proof = readProof(proven.request);
  const jwk = readKey(dpop, proof);
  // Before the signature: others cannot make us verify with keys of their choice.
  if (!isEqual(await toThumbprint(jwk), proven.jkt)) {
    throw refuseToken("it is bound to another key than that of the DPoP proof");
  }
  try {
    const { algorithms } = dpop;
    await compactVerify(proof.text, jwk, { algorithms });
  } catch (error) {
    throw refuseProof("its signature does not verify", error);
  }
  await assertRequest(dpop, proof, proven);
  const { jti } = proof.claims;
  if (typeof jti !== "string" || jti === "") throw refuseProof("it has no id");
  const id = await hash(`${proven.jkt} ${jti}`);
  return { id, ...await readTime(dpop, proof, proven.now) };
}

/** Refuses a proof (RFC 9449 section 7.1). */
export function refuseProof(why: string, cause?: unknown): Refusal {
  const facts = { status: 401, code: "invalid_dpop_proof" } as const;
  return new Refusal(facts, `The DPoP proof was refused: ${why}.`, { cause });
}

function readProof({ header }: ResourceRequest): ReadToken {
  const text = header("dpop");
  if (text === null) throw refuseProof("the request has none");
  if (text.length > MAX_PROOF) {
    throw refuseProof(`it is longer than ${MAX_PROOF} characters`);
  }
  // Two headers arrive as one, with a comma.
  if (text.includes(",")) throw refuseProof("the request has several");
  const proof = readToken(text);
  if (proof === null) throw refuseProof("it is not a signed token");
  return proof;
}

/** Returns the public key of a proof: the members that its thumbprint covers, and no others. */
function readKey(
  { algorithms }: ResolvedDpop,
  { header: { typ, alg, jwk, crit } }: ReadToken,
): Record<string, unknown> {
  if (typ !== "dpop+jwt") throw refuseProof('its type is not "dpop+jwt"');
  if (!algorithms.includes(String(alg))) {
    throw refuseProof(
      `its algorithm "${String(alg).slice(0, 20)}" is not one of ${
        algorithms.join(", ")
      }`,
    );
  }
  if (crit !== undefined) {
    throw refuseProof("its header has extensions that must be understood");
  }
  if (typeof jwk !== "object" || jwk === null) {
    throw refuseProof("it has no public key");
  }
  if (PRIVATE.some((name) => name in jwk)) {
    throw refuseProof("it has a private key, which is known to others now");
  }
  const { kty, crv, x, y, n, e } = jwk as Record<string, unknown>;
  switch (kty) {
    case "EC":
      return { kty, crv, x, y };
    case "OKP":
      return { kty, crv, x };
    case "RSA":
      return { kty, n, e };
    default:
      throw refuseProof("its key is of no known type");
  }
}

async function toThumbprint(jwk: Record<string, unknown>): Promise<string> {
  try {
    return await calculateJwkThumbprint(jwk);
  } catch (error) {
    throw refuseProof("its key is incomplete", error);
  }
}

/** Asserts that a proof is for this request and this token. */
async function assertRequest(
  { base }: ResolvedDpop,
  { claims: { htm, htu, ath } }: ReadToken,
  { request: { method, target }, token }: ToProve,
): Promise<void> {
  if (htm !== method) throw refuseProof("it is for another method");
  const url = normalizeUrl(toText(htu));
  const own = target.startsWith("/") ? normalizeUrl(base + target) : null;
  if (url === null || url !== own) {
    const refused = refuseProof(
      `it is for the URL "${
        toText(htu).slice(0, 300)
      }", and the request is for "${own}"; if a proxy removes a part of the path, set \`dpop.prefix\``,
    );
    refused.shown = [url ?? "", own ?? ""].filter((one) => one !== "");
    throw refused;
  }
  if (!isEqual(toText(ath), await hash(token))) {
    throw refuseProof("it is for another token (`ath`)");
  }
}

/**
 * Reads when a proof was made: by the clock of the client, or by that of this
 * server if the proof has its nonce (RFC 9449 section 4.3, step 11).
 */
async function readTime(
  { nonceKey }: ResolvedDpop,
  { claims: { iat, nonce } }: ReadToken,
  now: number,
): Promise<Pick<VerifiedProof, "expires" | "nonce">> {
  if (typeof iat !== "number") throw refuseProof("it has no time (`iat`)");
  if (nonceKey === null) {
    // It was made for this request, so only the clocks may differ.
    const isNow = Math.abs(now / 1000 - iat) <= CLOCK_TOLERANCE;
    if (isNow) return { expires: (iat + CLOCK_TOLERANCE) * 1000, nonce: null };
    throw refuseProof("it was not made now (`iat`); compare the clocks");
  }
  const key = await nonceKey();
  const read = await readNonce(key, nonce, now);
  if (read === null) {
    throw new Refusal(
      {
        status: 401,
        code: "use_dpop_nonce",
        headers: [["dpop-nonce", await makeNonce(key, now)]],
      },
      "The DPoP proof needs a nonce of this server.",
    );
  }
  return {
    expires: read.at + NONCE_LIFETIME,
    nonce: read.isOld ? await makeNonce(key, now) : null,
  };
}
