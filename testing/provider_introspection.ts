/** The introspection endpoint of the test provider (RFC 7662). */

import { findActive, toTokenType } from "./provider_access_tokens.ts";
import { readClient } from "./provider_client.ts";
import type { OAuthError } from "./provider_faults.ts";
import { errorJson, json } from "./provider_http.ts";
import type { Incoming } from "./provider_http.ts";
import type { ProviderState } from "./provider_state.ts";
import type { Claims } from "./provider_types.ts";

/** Tells an authenticated client what a token stands for. */
export async function answerIntrospection(
  state: ProviderState,
  { method, headers, form }: Incoming,
  fault: OAuthError | undefined,
): Promise<Response> {
  if (fault) return errorJson(fault);
  const token = form?.get("token");
  if (method !== "POST" || !form || !token) {
    return errorJson({ error: "invalid_request" });
  }
  const { clientAuth } = state;
  // Nobody may try tokens without authentication (section 2.1), whatever the
  // token endpoint accepts.
  const closed = clientAuth === "none"
    ? { ...state, clientAuth: "any" as const }
    : state;
  const refusal = await readClient(closed, headers, form);
  if (refusal) return errorJson(refusal);
  return json(toIntrospection(state, token));
}

function toIntrospection(state: ProviderState, token: string): Claims {
  const claims = findActive(state, token)?.claims;
  if (claims !== undefined) {
    return { active: true, token_type: toTokenType(claims), ...claims };
  }
  // A refresh token is active, too; nothing says what kind it is, but it is for
  // no API.
  const grant = state.refreshTokens.get(token);
  return grant === undefined ? { active: false } : {
    active: true,
    iss: state.issuer,
    sub: grant.user.sub,
    client_id: state.clientId,
    scope: grant.scope,
  };
}
