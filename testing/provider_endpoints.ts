/** The correct responses of the test provider, one function per endpoint. */

import { answerAuthorize } from "./provider_authorize.ts";
import { readClient } from "./provider_client.ts";
import { findActive } from "./provider_access_tokens.ts";
import { answerEndSession } from "./provider_end_session.ts";
import type { OAuthError } from "./provider_faults.ts";
import { apiGrants } from "./provider_grants.ts";
import { errorJson, json } from "./provider_http.ts";
import type { Incoming } from "./provider_http.ts";
import { answerIntrospection } from "./provider_introspection.ts";
import { readRequestObject } from "./provider_requests.ts";
import { responseModes } from "./provider_response.ts";
import type { ProviderState } from "./provider_state.ts";
import { answerToken } from "./provider_token_endpoint.ts";
import { toUserinfo } from "./provider_tokens.ts";
import { randomHex } from "./provider_keys.ts";
import { proofAlgorithms, readProof, withNonce } from "./provider_proofs.ts";
import type { Claims, ProviderEndpoint } from "./provider_types.ts";

type Answer = (
  state: ProviderState,
  request: Incoming,
  error: OAuthError | undefined,
) => Response | Promise<Response>;

/** The behaviour of each endpoint without a fault. */
export const answers: Readonly<Record<ProviderEndpoint, Answer>> = {
  discovery: (state, _request, error) =>
    error ? errorJson(error) : json(toMetadata(state)),
  jwks: (state, _request, error) =>
    error ? errorJson(error) : json(toKeySet(state)),
  authorize: answerAuthorize,
  token: async (state, ...asked) =>
    withNonce(state, await answerToken(state, ...asked)),
  userinfo: async (state, ...asked) =>
    withNonce(state, await answerUserinfo(state, ...asked)),
  par: async (state, ...asked) =>
    withNonce(state, await answerPushed(state, ...asked)),
  introspection: answerIntrospection,
  endSession: answerEndSession,
  other: answerOther,
};

function toMetadata(state: ProviderState): Claims {
  const { clientAuth, endpoints } = state;
  return {
    issuer: state.issuer,
    authorization_endpoint: endpoints.authorize,
    token_endpoint: endpoints.token,
    userinfo_endpoint: endpoints.userinfo,
    jwks_uri: endpoints.jwks,
    pushed_authorization_request_endpoint: endpoints.par,
    introspection_endpoint: endpoints.introspection,
    end_session_endpoint: endpoints.endSession,
    ...(state.requirePushed
      ? { require_pushed_authorization_requests: true }
      : {}),
    response_types_supported: ["code"],
    response_modes_supported: responseModes,
    grant_types_supported: [
      "authorization_code",
      "refresh_token",
      ...apiGrants.keys(),
    ],
    subject_types_supported: ["public"],
    scopes_supported: ["openid", "profile", "email"],
    id_token_signing_alg_values_supported: [state.alg],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: clientAuth === "any"
      ? [
        "client_secret_basic",
        "client_secret_post",
        "client_secret_jwt",
        "private_key_jwt",
      ]
      : [clientAuth],
    authorization_response_iss_parameter_supported: true,
    dpop_signing_alg_values_supported: proofAlgorithms,
  };
}

function toKeySet(state: ProviderState): Claims {
  // The real key comes last: this exposes a relying party that takes the first
  // key that fits.
  return {
    keys: [...state.keys.extra, state.keys.current].map((key) => key.jwk),
  };
}

async function answerUserinfo(
  state: ProviderState,
  request: Incoming,
  fault: OAuthError | undefined,
): Promise<Response> {
  const [scheme = "", token = ""] = (request.headers.get("authorization") ?? "")
    .split(" ");
  const grant = findActive(state, token)?.grant;
  const proved = await readProof(state, request, token);
  // A bound token is not a bearer token (RFC 9449 section 7.2).
  const wanted = grant?.jkt === undefined ? "Bearer" : "DPoP";
  const isRight = scheme.toLowerCase() === wanted.toLowerCase() &&
    grant?.jkt === proved.jkt;
  const refusal = fault ?? proved.error;
  if (refusal || !grant || !isRight) {
    const error = refusal?.error ?? "invalid_token";
    return json({ error }, 401, {
      "www-authenticate": `${wanted} error="${error}"`,
    });
  }
  return json(toUserinfo(grant));
}

/**
 * The shortest lifetime that RFC 9126 section 2.2 suggests for a `request_uri`.
 */
const PUSHED_SECONDS = 60;

/**
 * Receives an authorization request from the client itself (RFC 9126 section
 * 2).
 */
async function answerPushed(
  state: ProviderState,
  request: Incoming,
  fault: OAuthError | undefined,
): Promise<Response> {
  if (fault) return errorJson(fault);
  const { form } = request;
  if (request.method !== "POST" || !form || form.has("request_uri")) {
    return errorJson({ error: "invalid_request" });
  }
  const refusal = await readClient(state, request.headers, form);
  if (refusal) return errorJson(refusal);
  const { jkt, error } = await readProof(state, request);
  if (error) return errorJson(error);
  const asked = await readRequestObject(state, form);
  if (asked.error) return errorJson(asked.error);
  const { params } = asked;
  const bound = params.get("dpop_jkt") ?? jkt;
  if (jkt !== undefined && bound !== jkt) {
    return errorJson({ error: "invalid_dpop_proof" });
  }
  if (bound !== undefined) params.set("dpop_jkt", bound);
  const uri = `urn:ietf:params:oauth:request_uri:${randomHex(16)}`;
  const expires = Date.now() + PUSHED_SECONDS * 1000;
  state.pushed.set(uri, { params, expires });
  return json({ request_uri: uri, expires_in: PUSHED_SECONDS }, 201);
}

async function answerOther(
  state: ProviderState,
  { method, url, headers, body }: Incoming,
): Promise<Response> {
  const isBare = method === "GET" || method === "HEAD";
  const request = new Request(url, {
    method,
    headers,
    body: isBare ? null : body,
  });
  return await state.extra?.(request) ??
    errorJson({ error: "not_found" }, 404);
}
