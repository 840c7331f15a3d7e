/** The ID token and the token response of the test provider. */

import { base64url } from "jose";
import {
  ACCESS_TOKEN_SECONDS,
  issueAccessToken,
  toClaims,
} from "./provider_access_tokens.ts";
import { randomHex, rotateKeys } from "./provider_keys.ts";
import { signClaims } from "./provider_signing.ts";
import type { Grant, ProviderState } from "./provider_state.ts";
import type { Claims, SigningAlgorithm } from "./provider_types.ts";

const ID_TOKEN_SECONDS = 300;

/**
 * Whether a grant is an OpenID Connect grant; otherwise it is plain OAuth 2.
 */
export function isOpenId(grant: Grant): boolean {
  return grant.scope.split(" ").includes("openid");
}

/** Returns the userinfo response for a grant. */
export function toUserinfo(grant: Grant): Claims {
  const { sub, ...others } = grant.user;
  return isOpenId(grant)
    ? { ...toUserClaims(grant), sub }
    : { ...others, id: sub };
}

/**
 * Returns the user's claims that the scope allows (OpenID Connect Core 5.4).
 */
function toUserClaims(grant: Grant): Claims {
  const scopes = grant.scope.split(" ");
  const { name, picture, email, email_verified, ...others } = grant.user;
  return {
    ...others,
    ...(scopes.includes("profile") ? { name, picture } : {}),
    ...(scopes.includes("email") ? { email, email_verified } : {}),
  };
}

/**
 * Issues a token response for a grant. `nonce` is absent in a refresh response;
 * the refresh token is a new one, unless the old one stays.
 */
export async function issueTokens(
  state: ProviderState,
  grant: Grant,
  { nonce, refreshToken = `rt-${randomHex(16)}`, resources = [] }: {
    readonly nonce?: string | undefined;
    readonly refreshToken?: string | undefined;
    readonly resources?: readonly string[] | undefined;
  },
): Promise<unknown> {
  const accessToken = await issueAccessToken(
    state,
    toGrantClaims(state, grant, resources),
    grant,
  );
  state.refreshTokens.set(refreshToken, grant);
  const idToken = isOpenId(grant)
    ? await makeIdToken(state, grant, accessToken ?? "", nonce)
    : undefined;
  const json: Claims = {
    access_token: accessToken,
    token_type: grant.jkt === undefined ? "Bearer" : "DPoP",
    expires_in: ACCESS_TOKEN_SECONDS,
    ...(idToken === undefined ? {} : { id_token: idToken }),
    refresh_token: refreshToken,
    scope: grant.scope,
    ...(grant.details === undefined
      ? {}
      : { authorization_details: JSON.parse(grant.details) }),
  };
  return state.faults.tokenResponse ? state.faults.tokenResponse(json) : json;
}

/** Returns the claims of an access token for the APIs that were asked for. */
function toGrantClaims(
  state: ProviderState,
  grant: Grant,
  asked: readonly string[],
): Claims {
  const resources = asked.length > 0 ? asked : grant.resources;
  const { sub, acr, amr } = grant.user;
  const claims = toClaims(state, {
    audience: resources.length > 1 ? resources : resources[0],
    scope: grant.scope,
    subject: sub,
    bind: grant.jkt === undefined ? undefined : { jkt: grant.jkt },
  });
  return { ...claims, auth_time: grant.authTime, acr, amr };
}

async function makeIdToken(
  state: ProviderState,
  grant: Grant,
  accessToken: string,
  nonce: string | undefined,
): Promise<string | undefined> {
  const fault = state.faults.idToken;
  if (fault?.raw === undefined) {
    if (state.faults.rotate === "beforeSign") await rotateKeys(state.keys);
    state.signedOnce = true;
  }
  const claims = await toIdTokenClaims(state, grant, accessToken, nonce);
  return await signClaims(state, { claims, header: { typ: "JWT" } }, fault);
}

async function toIdTokenClaims(
  state: ProviderState,
  grant: Grant,
  accessToken: string,
  nonce: string | undefined,
): Promise<Claims> {
  const now = Math.floor(Date.now() / 1000);
  return {
    ...(state.idTokenClaims ? toUserClaims(grant) : {}),
    iss: state.issuer,
    sub: grant.user.sub,
    aud: state.clientId,
    iat: now,
    exp: now + ID_TOKEN_SECONDS,
    auth_time: grant.authTime,
    ...(nonce === undefined ? {} : { nonce }),
    at_hash: await toHalfHash(state.alg, accessToken),
  };
}

/**
 * Returns the left half of the hash that belongs to the algorithm (OpenID
 * Connect Core 3.1.3.6).
 */
async function toHalfHash(
  alg: SigningAlgorithm,
  value: string,
): Promise<string> {
  const hash = alg === "EdDSA" ? "SHA-512" : "SHA-256";
  const digest = new Uint8Array(
    await crypto.subtle.digest(hash, new TextEncoder().encode(value)),
  );
  return base64url.encode(digest.subarray(0, digest.length / 2));
}
