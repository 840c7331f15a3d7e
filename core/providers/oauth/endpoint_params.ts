import type { AuthorizationDetails } from "../../model/model.ts";

/** Parameters of a request to a provider. Values are sent as strings; objects as JSON (`claims`). */
export interface EndpointParams {
  /** The detailed permissions to ask for (RFC 9396 section 2), or their JSON. */
  readonly authorization_details?:
    | readonly AuthorizationDetails[]
    | string
    | undefined;
  /** Any other parameter. */
  readonly [name: string]: unknown;
}

/** Standard names of parameters, each with the name that a server has for it. */
export type ParamNames = Readonly<Record<string, string>>;

/**
 * Parameters that protect the flow, replace all others, or set how the response
 * is returned. The library sets them; neither a visitor nor a guard can.
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
 * Parameters that the application may set, but no visitor: they say what the
 * response has to prove, carry an ID token, or grant rights that cannot be
 * compared as scopes can (RFC 9396). `resource` and `audience` are not here:
 * they choose an API, and the application may list them to let its visitors
 * choose.
 */
const HOST_PARAMS: ReadonlySet<string> = new Set([
  "claims",
  "id_token_hint",
  "authorization_details",
]);

/** Whether only the library may set an authorization parameter. */
export function isFlowParam(name: string): boolean {
  // Some servers ignore case. `client_*` identifies or authenticates the client.
  const small = name.toLowerCase();
  return small.startsWith("client_") || FLOW_PARAMS.has(small);
}

/** Whether visitors may never set an authorization parameter, even if it is listed. */
export function isProtectedParam(name: string): boolean {
  return isFlowParam(name) || HOST_PARAMS.has(name.toLowerCase());
}

/** Converts parameters to strings: objects (`claims`) become JSON, absent ones are omitted. */
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
