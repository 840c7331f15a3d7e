import {
  compactVerify,
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
} from "jose";
import { CLOCK_TOLERANCE } from "../../runtime/clock.ts";
import type { Context } from "../../request/context.ts";
import { toBase64url } from "../../crypto/base64url.ts";
import { AuthError, OAuthCallbackError } from "../../errors/errors.ts";
import type { Profile, TokenSet } from "../../model/model.ts";
import type { ResolvedOAuth } from "../../providers/oauth_provider.ts";
import { type ProviderMetadata, readKeys, refreshKeys } from "./metadata.ts";

/** Algorithms with a private key that only the provider has. Never HMAC or `none`. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** Seconds. An ID token older than this was not issued for this sign-in. */
const MAX_AGE = 600;

/** Claims of a verified ID token. */
export interface IdTokenClaims extends Profile {
  readonly sub: string;
}

/**
 * Verifies the ID token (OpenID Connect Core section 3.1.3.7): its signature
 * against the issuer's keys, and every claim that has not been checked yet.
 * Claims come from the very bytes that the signature covers.
 *
 * @throws OAuthCallbackError, or ProviderUnavailable where the keys cannot be had
 */
export async function verifyIdToken(
  ctx: Context,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  tokens: TokenSet,
): Promise<IdTokenClaims> {
  const { id_token = "", access_token } = tokens;
  const { protectedHeader, payload } = await verifySignature(
    ctx,
    provider,
    metadata,
    { kind: "ID token", text: id_token },
  );
  const claims = JSON.parse(new TextDecoder().decode(payload));
  assertClaims(provider, claims, protectedHeader, ctx.now);
  assertContextClass(provider, claims);
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

/**
 * Verifies an answer of the userinfo endpoint that is a JWT (OpenID Connect
 * Core section 5.3.2).
 *
 * @throws OAuthCallbackError, or ProviderUnavailable where the keys cannot be had
 */
export async function verifyUserinfo(
  ctx: Context,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  token: string,
): Promise<Profile> {
  const { claims } = await verifyJson(ctx, provider, metadata, {
    kind: "userinfo",
    text: token,
  });
  const { iss = metadata.issuer, aud = provider.clientId } = claims;
  if (iss !== metadata.issuer || ![aud].flat().includes(provider.clientId)) {
    throw refuse(provider, "it is for another client or issuer", "userinfo");
  }
  return claims;
}

/**
 * Verifies an access token that is a JWT and carries the profile: its
 * signature, issuer, audience and expiry (RFC 9068 section 4).
 *
 * @throws OAuthCallbackError, or ProviderUnavailable where the keys cannot be had
 */
export async function verifyAccessToken(
  ctx: Context,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  { access_token = "" }: TokenSet,
): Promise<Profile> {
  const kind = "access token";
  const { claims, header } = await verifyJson(ctx, provider, metadata, {
    kind,
    text: access_token,
  });
  const { issuer } = metadata;
  // RFC 9068 section 4, and JWTs from before it.
  if (!/^(?:application\/)?(?:at\+)?jwt$/i.test(header.typ ?? "JWT")) {
    throw refuse(provider, `it is of type "${header.typ}"`, kind);
  }
  // Some servers leave the scheme out.
  const issuers = [issuer, issuer.replace("https://", "")];
  if (!issuers.includes(String(claims.iss))) {
    throw refuse(provider, "it is from another issuer", kind);
  }
  if (![claims.aud].flat().includes(provider.clientId)) {
    throw refuse(provider, "it is for another client", kind);
  }
  const { exp, nbf = 0 } = claims;
  const seconds = ctx.now / 1000;
  // A number such as 1e999 in JSON is parsed as Infinity.
  if (!Number.isFinite(exp) || !(Number(exp) > seconds - CLOCK_TOLERANCE)) {
    throw refuse(provider, "it has expired", kind);
  }
  if (!(Number(nbf) <= seconds + CLOCK_TOLERANCE)) {
    throw refuse(provider, "it is not valid yet", kind);
  }
  return claims;
}

async function verifyJson(
  ctx: Context,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  token: Signed,
): Promise<{ claims: Profile; header: Verified["protectedHeader"] }> {
  const { payload, protectedHeader: header } = await verifySignature(
    ctx,
    provider,
    metadata,
    token,
  );
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    if (typeof claims === "object" && claims !== null) {
      return { claims: claims as Profile, header };
    }
  } catch {
    // The payload is signed, but no JSON.
  }
  throw refuse(provider, "it has no claims", token.kind);
}

/** A token, and what it is in an error. */
interface Signed {
  readonly kind: "ID token" | "userinfo" | "access token";
  readonly text: string;
}

type Verified = Awaited<ReturnType<typeof compactVerify>>;

/** Verifies with the cached keys, and if none fits, with freshly fetched ones. */
async function verifySignature(
  ctx: Context,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  { kind, text: token }: Signed,
): Promise<Verified> {
  const verify = (keys: JSONWebKeySet) =>
    verifyWith(keys, provider, metadata, token);
  try {
    if (provider.idTokenSecret && kind === "ID token") {
      return await verifyWithSecret(provider, token);
    }
    try {
      return await verify(await readKeys(ctx, provider, metadata));
    } catch (error) {
      if (!mayBeRotation(error)) throw error;
      const fresh = await refreshKeys(ctx, provider, metadata);
      if (fresh === null) throw error;
      return await verify(fresh);
    }
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw refuse(provider, "its signature does not verify", kind, error);
  }
}

function verifyWithSecret(
  { clientSecret }: ResolvedOAuth,
  token: string,
): Promise<Verified> {
  const key = new TextEncoder().encode(clientSecret ?? "");
  return compactVerify(token, key, { algorithms: ["HS256"] });
}

/** Whether an unknown key id, or a key replaced under its id, may be the cause. */
function mayBeRotation(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWSSignatureVerificationFailed;
}

function verifyWith(
  keys: JSONWebKeySet,
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  token: string,
): Promise<Verified> {
  const { id_token_signed_response_alg: registered } = provider.client;
  const offered = registered !== undefined
    ? [registered]
    : metadata.id_token_signing_alg_values_supported ?? ["RS256"];
  return compactVerify(token, createLocalJWKSet(keys), {
    // The token's own header can only choose from this list.
    algorithms: ALGORITHMS.filter((alg) => offered.includes(alg)),
  });
}

function refuse(
  provider: ResolvedOAuth,
  why: string,
  kind: Signed["kind"] = "ID token",
  cause?: unknown,
): AuthError {
  return new OAuthCallbackError(
    `The ${kind} of provider "${provider.id}" was refused: ${why}.`,
    { cause },
  );
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
    throw refuse(provider, "its acr is none of those that were asked for");
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
  // EdDSA with Ed25519 uses SHA-512 here.
  const digest = await crypto.subtle.digest(
    `SHA-${size ?? "512"}`,
    new TextEncoder().encode(accessToken),
  );
  const half = new Uint8Array(digest).slice(0, digest.byteLength / 2);
  if (toBase64url(half) !== expected) {
    throw refuse(provider, "its at_hash does not fit the access token");
  }
}
