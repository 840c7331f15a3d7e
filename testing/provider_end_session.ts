/**
 * The end-session endpoint (OpenID Connect RP-Initiated Logout 1.0), which asks
 * the user nothing.
 */

import { compactVerify } from "jose";
import type { OAuthError } from "./provider_faults.ts";
import { errorJson } from "./provider_http.ts";
import type { Incoming } from "./provider_http.ts";
import type { ProviderState } from "./provider_state.ts";
import type { Claims } from "./provider_types.ts";

/** Redirects the browser back to the application, if that says where. */
export async function answerEndSession(
  state: ProviderState,
  request: Incoming,
  fault: OAuthError | undefined,
): Promise<Response> {
  const asked = request.form ?? request.url.searchParams;
  const error = fault ?? await findError(state, asked);
  if (error) return errorJson(error);
  const target = asked.get("post_logout_redirect_uri");
  if (target === null) {
    return new Response("<!doctype html><title>Signed out</title>", {
      headers: {
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
      },
    });
  }
  const params = new URLSearchParams();
  const sent = asked.get("state");
  if (sent !== null) params.set("state", sent);
  state.faults.signedOut?.(params);
  const url = new URL(target);
  for (const [name, value] of params) url.searchParams.append(name, value);
  return new Response(null, { status: 303, headers: { location: url.href } });
}

async function findError(
  state: ProviderState,
  asked: URLSearchParams,
): Promise<OAuthError | undefined> {
  const refuse = (description: string): OAuthError => ({
    error: "invalid_request",
    description,
  });
  const hint = asked.get("id_token_hint");
  const clientId = asked.get("client_id");
  const claims = hint === null ? null : await verifyHint(state, hint);
  if (hint !== null && claims?.iss !== state.issuer) {
    return refuse("id_token_hint is no ID token of this issuer");
  }
  // Both have to name the same client (RP-Initiated Logout section 2).
  const client = clientId ?? claims?.aud ?? null;
  if ((claims?.aud ?? client) !== client) {
    return refuse("client_id is not the audience of id_token_hint");
  }
  const target = asked.get("post_logout_redirect_uri");
  if (target === null) return undefined;
  const { postLogoutRedirectUris: registered = [target] } = state;
  const isKnown = client === state.clientId && URL.canParse(target) &&
    registered.includes(target);
  return isKnown ? undefined : refuse("client_id or post_logout_redirect_uri");
}

/** Verifies the signature of a hint; its expiry does not matter (RP-Initiated Logout section 4). */
async function verifyHint(
  { keys }: ProviderState,
  hint: string,
): Promise<Claims | null> {
  for (const { pair } of [keys.current, ...keys.former]) {
    try {
      const { payload } = await compactVerify(hint, pair.publicKey);
      return JSON.parse(new TextDecoder().decode(payload)) as Claims;
    } catch {
      // It may have been signed with another key.
    }
  }
  return null;
}
