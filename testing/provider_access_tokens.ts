/** The access tokens of the test provider, JWTs and opaque ones. */

import type { IdTokenFault } from "./provider_faults.ts";
import { randomHex } from "./provider_keys.ts";
import type { AccessTokenOptions, TokenBinding } from "./provider_options.ts";
import type { Grant, IssuedToken, ProviderState } from "./provider_state.ts";
import { changeClaims, signClaims } from "./provider_signing.ts";
import type { Claims } from "./provider_types.ts";

/** The lifetime of tokens for which nothing else is asked. */
export const ACCESS_TOKEN_SECONDS = 3600;

/** How a token is written, and for which sign-in. */
interface Written extends IdTokenFault {
  readonly opaque?: boolean | undefined;
  readonly grant?: Grant | undefined;
}

/** Makes an access token that no endpoint was asked for. */
export async function mintAccessToken(
  state: ProviderState,
  options: AccessTokenOptions = {},
): Promise<string> {
  return await writeToken(state, toClaims(state, options), options) ?? "";
}

/**
 * Makes an access token of the token endpoint, under its fault; undefined: it is
 * omitted. Users who sign in get opaque ones, unless the provider says
 * otherwise; a client that calls an API gets a JWT.
 */
export async function issueAccessToken(
  state: ProviderState,
  claims: Claims,
  grant?: Grant,
): Promise<string | undefined> {
  const kind = state.accessTokenKind ?? (grant ? "opaque" : "jwt");
  const opaque = kind === "opaque";
  return await writeToken(state, claims, {
    ...state.faults.accessToken,
    opaque,
    grant,
  });
}

/** Returns the claims of an access token (RFC 9068 section 2.2). */
export function toClaims(
  state: ProviderState,
  options: Omit<AccessTokenOptions, keyof IdTokenFault>,
): Claims {
  const {
    audience = state.audience,
    subject = state.user.sub,
    clientId = state.clientId,
    scope,
    expiresIn = ACCESS_TOKEN_SECONDS,
    notBefore,
    bind,
  } = options;
  const now = Math.floor(Date.now() / 1000);
  // Claims without a value are not written.
  return {
    iss: state.issuer,
    sub: subject ?? undefined,
    aud: audience ?? undefined,
    client_id: clientId ?? undefined,
    scope,
    iat: now,
    nbf: notBefore === undefined ? undefined : now + notBefore,
    exp: now + expiresIn,
    jti: randomHex(16),
    cnf: bind && { jkt: bind.jkt, "x5t#S256": bind["x5t#S256"] },
  };
}

/** Writes a token, and remembers it unless it is forged. */
async function writeToken(
  state: ProviderState,
  claims: Claims,
  { opaque, grant, ...fault }: Written,
): Promise<string | undefined> {
  if (fault.raw !== undefined) return fault.raw ?? undefined;
  const changed = changeClaims(claims, fault.claims);
  const token = opaque
    ? `at-${randomHex(16)}`
    : await signClaims(state, { claims, header: { typ: "at+jwt" } }, {
      ...fault,
      claims: () => changed,
    }) ?? "";
  if (fault.sign === undefined && typeof changed !== "string") {
    state.accessTokens.set(token, { claims: changed, grant });
  }
  return token;
}

/** Returns how a request presents a token (RFC 9449 section 5). */
export function toTokenType({ cnf }: Claims): "Bearer" | "DPoP" {
  const jkt = (cnf as TokenBinding | undefined)?.jkt;
  return jkt === undefined ? "Bearer" : "DPoP";
}

/** Returns what the provider knows of a token that is valid now. */
export function findActive(
  state: ProviderState,
  token: string,
): IssuedToken | undefined {
  const found = state.accessTokens.get(token);
  if (found === undefined) return undefined;
  const { exp = Infinity, nbf = 0 } = found.claims;
  const now = Date.now() / 1000;
  return Number(nbf) <= now && now < Number(exp) ? found : undefined;
}
