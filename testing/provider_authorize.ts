/**
 * The authorization endpoint: no login page, the current user consents
 * immediately.
 */

import type { OAuthError } from "./provider_faults.ts";
import { errorJson } from "./provider_http.ts";
import type { Incoming } from "./provider_http.ts";
import { randomHex, rotateKeys } from "./provider_keys.ts";
import { type Asked, readRequestObject } from "./provider_requests.ts";
import { sendBack } from "./provider_response.ts";
import type { Grant, ProviderState } from "./provider_state.ts";

/** The longest lifetime that RFC 6749 4.1.2 recommends. */
const CODE_MILLISECONDS = 10 * 60 * 1000;

/** Redirects the browser back with a code or an error. */
export async function answerAuthorize(
  state: ProviderState,
  request: Incoming,
  fault: OAuthError | undefined,
): Promise<Response> {
  if (state.faults.rotate === "afterFirst" && state.signedOnce) {
    await rotateKeys(state.keys);
    state.faults.rotate = undefined;
  }
  const { params: asked, error: refusal } = await readAsked(state, request);
  if (refusal) return errorJson(refusal);
  const redirectUri = asked.get("redirect_uri");
  // Nothing is sent to a redirect URI that no known client has registered (RFC
  // 6749 4.1.2.1).
  if (
    asked.get("client_id") !== state.clientId || !redirectUri ||
    !URL.canParse(redirectUri)
  ) {
    return errorJson({
      error: "invalid_request",
      description: "client_id or redirect_uri",
    });
  }
  const error = fault ?? findAuthorizeError(state, asked);
  const params = error
    ? toErrorParams(error)
    : new URLSearchParams({ code: issueCode(state, asked, redirectUri) });
  const own = asked.get("state");
  if (own !== null) params.set("state", own);
  params.set("iss", state.issuer);
  return await sendBack(state, asked, params);
}

async function readAsked(
  state: ProviderState,
  { form, url }: Incoming,
): Promise<Asked> {
  const params = form ?? url.searchParams;
  const sent = takePushed(state, params);
  if (sent !== null) return await readRequestObject(state, sent);
  const error = {
    error: "invalid_request",
    description: "request_uri missing, unknown, used or expired",
  };
  return { params, error };
}

/**
 * Returns the pushed request, if there was one: parameters in the URL beside
 * its `request_uri` are ignored. It can be used once.
 */
function takePushed(
  state: ProviderState,
  asked: URLSearchParams,
): URLSearchParams | null {
  const uri = asked.get("request_uri");
  if (uri === null) return state.requirePushed ? null : asked;
  const found = state.pushed.get(uri);
  state.pushed.delete(uri);
  if (!found || !(Date.now() < found.expires)) return null;
  const { params } = found;
  return params.get("client_id") === asked.get("client_id") ? params : null;
}

function toErrorParams({ error, description }: OAuthError): URLSearchParams {
  const params = new URLSearchParams({ error });
  if (description !== undefined) params.set("error_description", description);
  return params;
}

function findAuthorizeError(
  { faults: { silent } }: ProviderState,
  asked: URLSearchParams,
): OAuthError | undefined {
  if (asked.get("response_type") !== "code") {
    return { error: "unsupported_response_type" };
  }
  if (
    asked.has("code_challenge") && asked.get("code_challenge_method") !== "S256"
  ) {
    return {
      error: "invalid_request",
      description: "code_challenge_method must be S256",
    };
  }
  return silent !== undefined && asked.get("prompt") === "none"
    ? { error: silent }
    : undefined;
}

function issueCode(
  state: ProviderState,
  asked: URLSearchParams,
  redirectUri: string,
): string {
  const code = `code-${randomHex(16)}`;
  const grant: Grant = {
    redirectUri,
    scope: asked.get("scope") ?? "",
    user: { ...state.user },
    authTime: Math.floor(Date.now() / 1000),
    nonce: asked.get("nonce") ?? undefined,
    challenge: asked.get("code_challenge") ?? undefined,
    jkt: asked.get("dpop_jkt") ?? undefined,
    resources: asked.getAll("resource"),
    details: asked.get("authorization_details") ?? undefined,
  };
  state.codes.set(code, { grant, expires: Date.now() + CODE_MILLISECONDS });
  return code;
}
