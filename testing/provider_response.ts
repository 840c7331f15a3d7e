/** How the test provider sends an authorization response back. */

import type { ProviderState } from "./provider_state.ts";
import { signClaims } from "./provider_signing.ts";

/** The response modes that the provider knows. */
export const responseModes = [
  "query",
  "form_post",
  "jwt",
  "query.jwt",
  "form_post.jwt",
];

/** The longest lifetime of a signed response that JARM section 2.1 recommends. */
const SIGNED_SECONDS = 600;

/** Sends the parameters of a response back, in the mode that was asked for. */
export async function sendBack(
  state: ProviderState,
  asked: URLSearchParams,
  params: URLSearchParams,
): Promise<Response> {
  const redirectUri = asked.get("redirect_uri") ?? "";
  const mode = asked.get("response_mode") ?? "query";
  const sent = mode.endsWith("jwt") ? await toSigned(state, params) : params;
  state.faults.callback?.(sent);
  return mode.startsWith("form_post")
    ? toFormPost(redirectUri, sent)
    : toRedirect(redirectUri, sent);
}

/** Signs a response (JARM section 2.1). */
async function toSigned(
  state: ProviderState,
  params: URLSearchParams,
): Promise<URLSearchParams> {
  const claims = {
    ...Object.fromEntries(params),
    iss: state.issuer,
    aud: state.clientId,
    exp: Math.floor(Date.now() / 1000) + SIGNED_SECONDS,
  };
  const unsigned = { claims, header: { typ: "JWT" } };
  const response = await signClaims(state, unsigned, state.faults.response);
  return new URLSearchParams(response === undefined ? {} : { response });
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
