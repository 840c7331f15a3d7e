import type { EndpointParams } from "./oauth_provider.ts";

/**
 * Parameters that protect the flow, replace all others, or say how the answer
 * comes back. The library sets them; neither a visitor nor a guard does.
 */
const FLOW_PARAMS: ReadonlySet<string> = new Set([
  "response_type",
  "response_mode",
  "redirect_uri",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "request",
  "request_uri",
  "registration",
  "dpop_jkt",
]);

/**
 * Parameters that the host may set, but no visitor: they say what the answer has
 * to prove, carry an ID token, or grant rights that cannot be compared as scopes
 * can (RFC 9396). `resource` and `audience` are not here: they choose an API,
 * and the host may let its visitors choose by listing them.
 */
const HOST_PARAMS: ReadonlySet<string> = new Set([
  "claims",
  "id_token_hint",
  "authorization_details",
]);

/** Whether only the library sets an authorization parameter. */
export function isFlowParam(name: string): boolean {
  // Some servers ignore case. Names that begin with `client_` identify or authenticate the client.
  const small = name.toLowerCase();
  return small.startsWith("client_") || FLOW_PARAMS.has(small);
}

/** Whether no visitor may set an authorization parameter, listed or not. */
export function isProtectedParam(name: string): boolean {
  return isFlowParam(name) || HOST_PARAMS.has(name.toLowerCase());
}

/** Converts parameters to text: objects (`claims`) become JSON, absent ones are left out. */
export function toTexts(params: EndpointParams): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[
        name,
        typeof value === "object" ? JSON.stringify(value) : String(value),
      ]]
    ),
  );
}
