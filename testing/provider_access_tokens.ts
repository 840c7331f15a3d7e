/** The access tokens that the test provider makes for APIs. */

import { randomHex } from "./provider_keys.ts";
import type { AccessTokenOptions } from "./provider_options.ts";
import type { ProviderState } from "./provider_state.ts";
import { signClaims } from "./provider_tokens.ts";
import type { Claims } from "./provider_types.ts";

/** The API that a token is for if nobody says. */
const DEFAULT_AUDIENCE = "https://api.example.com";

const ACCESS_TOKEN_SECONDS = 3600;

/** Makes a JWT access token (RFC 9068 section 2). */
export async function mintAccessToken(
  state: ProviderState,
  options: AccessTokenOptions = {},
): Promise<string> {
  const unsigned = {
    claims: toClaims(state, options),
    header: { typ: "at+jwt" },
  };
  return await signClaims(state, unsigned, options) ?? "";
}

function toClaims(state: ProviderState, options: AccessTokenOptions): Claims {
  const {
    audience = DEFAULT_AUDIENCE,
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
