/**
 * The authorization endpoint: no login page, the current user consents
 * immediately.
 */

import type { OAuthError } from "./provider_faults.ts";
import { errorJson } from "./provider_http.ts";
import type { Incoming } from "./provider_http.ts";
import { randomHex, rotateKeys } from "./provider_keys.ts";
import type { Grant, ProviderState } from "./provider_tokens.ts";

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
  const asked = takePushed(state, request.form ?? request.url.searchParams);
  if (asked === null) {
    return errorJson({
      error: "invalid_request",
      description: "request_uri missing, unknown, used or expired",
    });
  }
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
  const sent = asked.get("state");
  if (sent !== null) params.set("state", sent);
  params.set("iss", state.issuer);
  state.faults.callback?.(params);
  return asked.get("response_mode") === "form_post"
    ? toFormPost(redirectUri, params)
    : toRedirect(redirectUri, params);
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
  };
  state.codes.set(code, { grant, expires: Date.now() + CODE_MILLISECONDS });
  return code;
}

function toRedirect(redirectUri: string, params: URLSearchParams): Response {
  const target = new URL(redirectUri);
  for (const [name, value] of params) target.searchParams.append(name, value);
  return new Response(null, {
    status: 303,
    headers: { location: target.href },
  });
}

/**
 * OAuth 2.0 Form Post Response Mode, without the script that would submit it
 * automatically.
 */
function toFormPost(redirectUri: string, params: URLSearchParams): Response {
  const inputs = Array.from(
    params,
    ([name, value]) =>
      `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  const form =
    `<form method="post" action="${escape(redirectUri)}">${inputs.join("")}` +
    `<button>Continue</button></form>`;
  return new Response(`<!doctype html><title>Continue</title>${form}`, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
    },
  });
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll(
    "<",
    "&lt;",
  );
}
