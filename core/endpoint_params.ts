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
 * Parameters that the host may set, but no visitor: what the answer has to
 * prove, whose ID token is the hint, and rights of which nothing can tell
 * whether they are fewer (RFC 9396). `resource` and `audience` name an API, as
 * the host may let its visitors do by listing them.
 */
const HOST_PARAMS: ReadonlySet<string> = new Set([
  "claims",
  "id_token_hint",
  "authorization_details",
]);

/** Whether only the library sets an authorization parameter. */
export function isFlowParam(name: string): boolean {
  // Some servers fold case. What begins with `client_` names or proves the client.
  const small = name.toLowerCase();
  return small.startsWith("client_") || FLOW_PARAMS.has(small);
}

/** Whether no visitor may set an authorization parameter, listed or not. */
export function isProtectedParam(name: string): boolean {
  return isFlowParam(name) || HOST_PARAMS.has(name.toLowerCase());
}

/** Parameters as text: objects (`claims`) as JSON, absent ones left out. */
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
