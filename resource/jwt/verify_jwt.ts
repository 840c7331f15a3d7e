/**
 * Verifies access tokens that are JWTs (RFC 9068, and the forms that servers
 * used before it).
 *
 * @module
 */

import * as errors from "jose/errors";
import { compactVerify } from "jose/jws/compact/verify";
import { AuthError } from "../../core/errors/errors.ts";
import { fromBase64url } from "../../core/crypto/base64url.ts";
import type { FindKey } from "../../core/methods/oauth/discovery/provider_metadata.ts";
import type { TokenAccess } from "../access.ts";
import type { ResolvedIssuer } from "../issuers/issuer.ts";
import { readKeys, refreshKeys } from "../issuers/keys.ts";
import type { Guard } from "../options.ts";
import { refuseToken, toText } from "../refusal.ts";
import { assertAccessToken, assertClaims, toAccess } from "./claims.ts";

/** A JWS before its signature has been verified. */
export interface ReadToken {
  readonly text: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads a token in the form of a JWS; null if it is not one. */
export function readToken(text: string): ReadToken | null {
  const [first = "", second = "", third, more] = text.split(".", 4);
  if (third === undefined || more !== undefined) return null;
  const header = readObject(first);
  if (header === null || typeof header["alg"] !== "string") return null;
  const claims = readObject(second);
  return claims === null ? null : { text, header, claims };
}

function readObject(part: string): Record<string, unknown> | null {
  try {
    const bytes = fromBase64url(part);
    const value = bytes === null ? null : JSON.parse(decoder.decode(bytes));
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Verifies a token: type, signature, times, audience and client.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal, or ProviderUnavailable if the keys cannot be fetched
 */
export async function verifyJwt(
  guard: Guard,
  token: ReadToken,
  now: number,
): Promise<TokenAccess> {
  const issuer = findIssuer(guard, token);
  assertAccessToken(issuer, token);
  // The claims were read from the very text that the signature covers.
  await verifySignature(guard, issuer, token);
  assertClaims({ issuer, claims: token.claims, now });
  return toAccess(issuer, token);
}

function findIssuer(
  { issuers }: Guard,
  { claims: { iss } }: ReadToken,
): ResolvedIssuer {
  const issuer = typeof iss === "string" ? issuers.get(iss) : undefined;
  if (issuer !== undefined) return issuer;
  throw refuseToken(
    `it is from the issuer "${toText(iss).slice(0, 200)}", but only tokens of ${
      [...issuers.keys()].map((id) => `"${id}"`).join(", ")
    } are accepted`,
  );
}

/** Verifies with the cached keys, and if none fits, with freshly fetched ones. */
async function verifySignature(
  { log }: Guard,
  issuer: ResolvedIssuer,
  { text, header }: ReadToken,
): Promise<void> {
  // No extension is understood, and none may be ignored (RFC 7515 section 4.1.11).
  if (header["crit"] !== undefined) {
    throw refuseToken("its header has extensions that must be understood");
  }
  const { algorithms } = issuer;
  const verify = (findKey: FindKey) =>
    compactVerify(text, findKey, { algorithms });
  try {
    try {
      await verify(await readKeys(issuer, log));
    } catch (error) {
      if (!mayBeRotation(error)) throw error;
      const fresh = await refreshKeys(issuer, log);
      if (fresh === null) throw error;
      await verify(fresh);
    }
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw refuseToken("its signature does not verify", error);
  }
}

/** Whether an unknown key id, or a key replaced under its id, may be the cause. */
function mayBeRotation(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWSSignatureVerificationFailed;
}
