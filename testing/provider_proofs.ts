/** DPoP (RFC 9449) at the endpoints of the test provider. */

import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from "jose";
import type { OAuthError } from "./provider_faults.ts";
import type { Incoming } from "./provider_http.ts";
import { randomHex, toHash } from "./provider_keys.ts";
import type { ProviderState } from "./provider_state.ts";

/** The algorithms of proofs that the provider accepts. */
export const proofAlgorithms = ["ES256"];

/** How long ago a proof may have been made. */
const PROOF_SECONDS = 60;

/** The key that a request proved, or the refusal of its proof. */
export interface Proved {
  /** The thumbprint of the key; absent without a proof. */
  readonly jkt?: string | undefined;
  readonly error?: OAuthError | undefined;
}

/**
 * Checks the proof of a request by RFC 9449 section 4.3, if there is one.
 *
 * @param token The access token that goes with it.
 */
export async function readProof(
  state: ProviderState,
  { method, url, headers }: Incoming,
  token?: string,
): Promise<Proved> {
  const proof = headers.get("dpop");
  if (proof === null) return {};
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: "dpop+jwt",
      algorithms: proofAlgorithms,
      requiredClaims: ["iat", "jti"],
      maxTokenAge: PROOF_SECONDS,
    });
    const { htm, htu, ath, jti = "", nonce } = payload;
    const isNew = !state.assertions.has(jti);
    state.assertions.add(jti);
    const isRight = htm === method && htu === url.origin + url.pathname &&
      ath === (token && await toHash(token));
    if (!isNew || !isRight) return { error: { error: "invalid_dpop_proof" } };
    if (!acceptsNonce(state, nonce)) {
      return { error: { error: "use_dpop_nonce" } };
    }
    return { jkt: await calculateJwkThumbprint(protectedHeader.jwk as JWK) };
  } catch {
    return { error: { error: "invalid_dpop_proof" } };
  }
}

function acceptsNonce(
  { faults: { dpopNonce }, latestNonce }: ProviderState,
  nonce: unknown,
): boolean {
  return dpopNonce === undefined ||
    dpopNonce !== "endless" && nonce !== undefined && nonce === latestNonce;
}

/** Adds the nonce that the next proof needs. */
export function withNonce(state: ProviderState, response: Response): Response {
  const { faults: { dpopNonce }, latestNonce } = state;
  if (dpopNonce === undefined) return response;
  const kept = dpopNonce === "required" ? latestNonce : undefined;
  state.latestNonce = kept ?? randomHex(16);
  const headers = new Headers(response.headers);
  headers.set("dpop-nonce", state.latestNonce);
  return new Response(response.body, { status: response.status, headers });
}
