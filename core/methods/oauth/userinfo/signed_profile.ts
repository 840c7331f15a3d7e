import { CLOCK_TOLERANCE } from "../../../runtime/clock.ts";
import type { Profile } from "../../../model/model.ts";
import type { Grant } from "../grant.ts";
import {
  refuse,
  type Signed,
  type Signer,
  type Verified,
  verifySignature,
} from "../id_token/signature.ts";

/**
 * Verifies an answer of the userinfo endpoint that is a JWT (OpenID Connect
 * Core section 5.3.2).
 *
 * @throws OAuthCallbackError, or ProviderUnavailable if the keys cannot be
 * fetched
 */
export async function verifyUserinfo(
  grant: Grant,
  token: string,
): Promise<Profile> {
  const { provider, metadata } = grant;
  const { claims } = await verifyJson(grant, {
    kind: "userinfo",
    text: token,
  });
  const { iss = metadata.issuer, aud = provider.clientId } = claims;
  if (iss !== metadata.issuer || ![aud].flat().includes(provider.clientId)) {
    throw refuse(provider, "it is for another client or issuer", {
      kind: "userinfo",
    });
  }
  return claims;
}

/**
 * Verifies an access token that is a JWT and carries the profile: its
 * signature, issuer, audience and expiry (RFC 9068 section 4).
 *
 * @throws OAuthCallbackError, or ProviderUnavailable if the keys cannot be
 * fetched
 */
export async function verifyAccessToken(
  grant: Grant,
): Promise<Profile> {
  const { ctx, provider, metadata: { issuer }, tokens } = grant;
  const kind = "access token";
  const text = tokens.access_token ?? "";
  const { claims, header } = await verifyJson(grant, { kind, text });
  // RFC 9068 section 4, and JWTs from before it.
  if (!/^(?:application\/)?(?:at\+)?jwt$/i.test(header.typ ?? "JWT")) {
    throw refuse(provider, `it is of type "${header.typ}"`, { kind });
  }
  // Some servers leave the scheme out.
  const issuers = [issuer, issuer.replace("https://", "")];
  if (!issuers.includes(String(claims.iss))) {
    throw refuse(provider, "it is from another issuer", { kind });
  }
  if (![claims.aud].flat().includes(provider.clientId)) {
    throw refuse(provider, "it is for another client", { kind });
  }
  const { exp, nbf = 0 } = claims;
  const seconds = ctx.now / 1000;
  // A number such as 1e999 in JSON is parsed as Infinity.
  if (!Number.isFinite(exp) || !(Number(exp) > seconds - CLOCK_TOLERANCE)) {
    throw refuse(provider, "it has expired", { kind });
  }
  if (!(Number(nbf) <= seconds + CLOCK_TOLERANCE)) {
    throw refuse(provider, "it is not valid yet", { kind });
  }
  return claims;
}

/**
 * Verifies the signature of a token, and reads its claims.
 *
 * @throws OAuthCallbackError, or ProviderUnavailable if the keys cannot be
 * fetched
 */
export async function verifyJson(
  signer: Signer,
  token: Signed,
): Promise<{ claims: Profile; header: Verified["protectedHeader"] }> {
  const { payload, protectedHeader: header } = await verifySignature(
    signer,
    token,
  );
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    if (typeof claims === "object" && claims !== null) {
      return { claims: claims as Profile, header };
    }
  } catch {
    // The payload is signed, but is not JSON.
  }
  throw refuse(signer.provider, "it has no claims", { kind: token.kind });
}
