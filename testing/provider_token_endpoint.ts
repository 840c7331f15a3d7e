/** The token endpoint of the test provider. */

import { readClient } from "./provider_client.ts";
import type { OAuthError } from "./provider_faults.ts";
import { apiGrants } from "./provider_grants.ts";
import { errorJson, json } from "./provider_http.ts";
import type { Incoming } from "./provider_http.ts";
import { toHash } from "./provider_keys.ts";
import { readProof } from "./provider_proofs.ts";
import type { Grant, ProviderState } from "./provider_state.ts";
import { issueTokens } from "./provider_tokens.ts";

/** Issues tokens for a code, a refresh token, or an API. */
export async function answerToken(
  state: ProviderState,
  request: Incoming,
  fault: OAuthError | undefined,
): Promise<Response> {
  if (fault) return errorJson(fault);
  const { form } = request;
  if (request.method !== "POST" || !form) {
    return errorJson({ error: "invalid_request" });
  }
  const refusal = await readClient(state, request.headers, form);
  if (refusal) return errorJson(refusal);
  const { jkt, error } = await readProof(state, request);
  if (error) return errorJson(error);
  const type = form.get("grant_type") ?? "";
  switch (type) {
    case "authorization_code":
      return await redeemCode(state, form, jkt);
    case "refresh_token":
      return await redeemRefreshToken(state, form, jkt);
    default:
      return await apiGrants.get(type)?.(state, form, jkt) ??
        errorJson({ error: "unsupported_grant_type" });
  }
}

async function redeemCode(
  state: ProviderState,
  form: URLSearchParams,
  jkt: string | undefined,
): Promise<Response> {
  const code = form.get("code") ?? "";
  const found = state.codes.get(code);
  // One use, whatever the outcome (RFC 6749 4.1.2).
  state.codes.delete(code);
  if (!found || !(Date.now() < found.expires)) {
    return invalidGrant("code unknown, used or expired");
  }
  const { grant } = found;
  const resources = form.getAll("resource");
  if (form.get("redirect_uri") !== grant.redirectUri) {
    return invalidGrant("redirect_uri differs");
  }
  const verifier = form.get("code_verifier");
  const challenge = verifier === null ? undefined : await toHash(verifier);
  if (challenge !== grant.challenge) {
    return invalidGrant("code_verifier does not fit");
  }
  if (grant.jkt !== undefined && grant.jkt !== jkt) {
    return invalidGrant("another key made the proof");
  }
  const bound = { ...grant, jkt };
  return json(
    await issueTokens(state, bound, { nonce: grant.nonce, resources }),
  );
}

async function redeemRefreshToken(
  state: ProviderState,
  form: URLSearchParams,
  jkt: string | undefined,
): Promise<Response> {
  const token = form.get("refresh_token") ?? "";
  const { refreshTokens, refreshMode, replaced } = state;
  const grant = refreshTokens.get(token);
  if (!grant) {
    if (refreshMode === "revokes") endGrant(state, replaced.get(token));
    return invalidGrant("refresh_token unknown or used");
  }
  if (grant.jkt !== jkt) return invalidGrant("another key made the proof");
  const resources = form.getAll("resource");
  if (refreshMode === "stays") {
    const asked = { refreshToken: token, resources };
    return json(await issueTokens(state, grant, asked));
  }
  refreshTokens.delete(token);
  replaced.set(token, grant);
  return json(await issueTokens(state, grant, { resources }));
}

/** Ends all refresh tokens of a sign-in. */
function endGrant({ refreshTokens }: ProviderState, grant?: Grant): void {
  for (const [token, its] of refreshTokens) {
    if (its === grant) refreshTokens.delete(token);
  }
}

function invalidGrant(description: string): Response {
  return errorJson({ error: "invalid_grant", description });
}
