/**
 * Verifies access tokens by what their issuer says of them.
 *
 * @module
 */

import type { AccessClaims, TokenAccess } from "../access.ts";
import type { ResolvedIssuer } from "../issuers/issuer.ts";
import { assertClaims, toAccess } from "../jwt/claims.ts";
import type { Guard } from "../options.ts";
import { refuseToken, toText } from "../refusal.ts";
import { introspect, type Introspector } from "./introspect.ts";

/**
 * Verifies a token that only its issuer can read.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal, or ProviderUnavailable if the issuer cannot be asked
 */
export async function verifyOpaque(
  guard: Guard,
  by: Introspector,
  { token, now }: { readonly token: string; readonly now: number },
): Promise<TokenAccess> {
  const { issuer } = by;
  const claims = await introspect(guard, by, { token, now });
  if (claims === null) {
    throw refuseToken("its issuer says that it is not valid");
  }
  assertKind(issuer, claims);
  assertClaims({ issuer, claims, now });
  return { ...toAccess(issuer, { claims, text: token }), kind: "opaque" };
}

/**
 * Asserts that an issuer has not revoked a JWT that it signed.
 *
 * @param now milliseconds since the epoch
 * @throws Refusal, or ProviderUnavailable if the issuer cannot be asked
 */
export async function assertActive(
  guard: Guard,
  by: Introspector,
  { access, now }: { readonly access: TokenAccess; readonly now: number },
): Promise<void> {
  const token = access.token();
  const claims = await introspect(guard, by, { token, now });
  if (claims === null) throw refuseToken("its issuer says that it was revoked");
  assertKind(by.issuer, claims);
  if ((claims["sub"] ?? access.subject) !== access.subject) {
    throw refuseToken("its issuer says that it is of somebody else");
  }
}

/**
 * Asserts that an answer is about an access token of the issuer: many servers
 * answer about refresh tokens, too.
 */
function assertKind({ id }: ResolvedIssuer, claims: AccessClaims): void {
  const { iss, token_type, token_use, typ } = claims;
  if ((iss ?? id) !== id) {
    throw refuseToken("its issuer says that it is of another issuer");
  }
  const isAccess = isOneOf(token_type, /^(?:bearer|dpop)$/i) &&
    // Ory Hydra and Amazon Cognito.
    isOneOf(token_use, /^access(?:_token)?$/) &&
    // Keycloak.
    isOneOf(typ, /^(?:bearer|dpop|at\+jwt)$/i);
  if (isAccess) return;
  throw refuseToken(
    "it is not an access token: `token_type`, `token_use` or `typ`",
  );
}

/** Whether a claim is absent, or has a value that is known. */
function isOneOf(claim: unknown, known: RegExp): boolean {
  return claim === undefined || claim === null || known.test(toText(claim));
}
