import { CLOCK_TOLERANCE } from "../../../runtime/clock.ts";
import { fromBase64url, toBase64url } from "../../../crypto/base64url.ts";
import { hash } from "../../../crypto/hash.ts";
import type { Profile } from "../../../model/model.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { Grant } from "../grant.ts";
import { refuse, verifySignature } from "./signature.ts";

/** Seconds. An ID token older than this was not issued for this sign-in. */
const MAX_AGE = 600;

/** Making one takes longer than decoding an ID token with it. */
const decoder = new TextDecoder();

/** Claims of a verified ID token. */
export interface IdTokenClaims extends Profile {
  readonly sub: string;
}

/**
 * Verifies the ID token (OpenID Connect Core section 3.1.3.7): its signature
 * against the issuer's keys, and every claim that has not been checked yet.
 * Claims come from the very bytes that the signature covers.
 *
 * @throws OAuthCallbackError, or ProviderUnavailable if the keys cannot be
 * fetched
 */
export async function verifyIdToken(grant: Grant): Promise<IdTokenClaims> {
  const claims = await verifyAnyIdToken(grant);
  assertContextClass(grant.provider, claims);
  return claims;
}

/**
 * Verifies an ID token of a sign-in or of a refresh: everything but what the
 * authorization request asked for.
 *
 * @throws OAuthCallbackError, or ProviderUnavailable if the keys cannot be
 * fetched
 */
export async function verifyAnyIdToken(grant: Grant): Promise<IdTokenClaims> {
  const { ctx, provider, tokens: { id_token = "", access_token } } = grant;
  const { protectedHeader, payload } = await verifySignature(grant, {
    kind: "ID token",
    text: id_token,
  });
  const claims = JSON.parse(decoder.decode(payload));
  assertClaims(provider, claims, protectedHeader, ctx.now);
  if (claims.at_hash !== undefined && access_token !== undefined) {
    await assertAccessTokenHash(
      provider,
      claims.at_hash,
      protectedHeader.alg,
      access_token,
    );
  }
  return claims;
}

/** The rules that oauth4webapi leaves to its callers. */
function assertClaims(
  provider: ResolvedOAuth,
  claims: Record<string, unknown>,
  header: { typ?: string },
  now: number,
): void {
  const { sub, azp, iat, exp } = claims;
  const seconds = now / 1000;
  // Access tokens and logout tokens can be JWTs of the same issuer, too.
  if (
    header.typ !== undefined && !/^(?:application\/)?jwt$/i.test(header.typ)
  ) {
    throw refuse(provider, `it is of type "${header.typ}"`);
  }
  if (typeof sub !== "string" || !/^[\u0020-\u007e]{1,255}$/.test(sub)) {
    throw refuse(
      provider,
      "its sub is not 1 to 255 printable ASCII characters",
    );
  }
  if (azp !== undefined && azp !== provider.clientId) {
    throw refuse(provider, "it was issued for another client (azp)");
  }
  // A number such as 1e999 in JSON is parsed as Infinity.
  if (!Number.isFinite(exp)) throw refuse(provider, "it never expires");
  if (claims.events !== undefined) {
    throw refuse(provider, "it is a security event, not an ID token");
  }
  if (
    typeof iat !== "number" || !(iat <= seconds + CLOCK_TOLERANCE) ||
    !(iat >= seconds - MAX_AGE)
  ) {
    const skew = typeof iat === "number" ? Math.round(iat - seconds) : "?";
    throw refuse(
      provider,
      `it was issued ${skew} s from now; compare the clocks`,
    );
  }
}

/**
 * Asserts that the user signed in at the level that the definition requires
 * with an essential `acr` claim (OpenID Connect Core section 5.5.1.1).
 */
function assertContextClass(
  provider: ResolvedOAuth,
  claims: Record<string, unknown>,
): void {
  const { claims: wanted } = provider.authorization.params;
  const { id_token } =
    (typeof wanted === "string" && wanted !== ""
      ? JSON.parse(wanted)
      : wanted ?? {}) as { id_token?: { acr?: ClaimRequest | null } };
  const acr = id_token?.acr;
  if (acr?.essential !== true) return;
  const values = acr.values ?? (acr.value === undefined ? [] : [acr.value]);
  const isRight = values.length === 0
    ? typeof claims.acr === "string"
    : values.some((value) => value === claims.acr);
  if (!isRight) {
    throw refuse(provider, "its acr is not one of those that were asked for");
  }
}

/** The request for one claim (OpenID Connect Core section 5.5.1). */
interface ClaimRequest {
  readonly essential?: boolean;
  readonly value?: unknown;
  readonly values?: readonly unknown[];
}

/** Asserts that the access token belongs to this ID token (OpenID Connect Core section 3.1.3.8). */
async function assertAccessTokenHash(
  provider: ResolvedOAuth,
  expected: unknown,
  alg: string,
  accessToken: string,
): Promise<void> {
  const size = /(?:256|384|512)$/.exec(alg)?.[0];
  const digest = size === "256"
    ? fromBase64url(await hash(accessToken)) ?? new Uint8Array()
    // EdDSA with Ed25519 uses SHA-512 here.
    : await digestLong(`SHA-${size ?? "512"}`, accessToken);
  const half = digest.slice(0, digest.length / 2);
  if (toBase64url(half) !== expected) {
    throw refuse(provider, "its at_hash does not fit the access token");
  }
}

async function digestLong(name: string, text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.digest(name, bytes));
}
