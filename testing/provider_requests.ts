/** Signed authorization requests (JAR, RFC 9101) at the test provider. */

import { jwtVerify } from "jose";
import type { OAuthError } from "./provider_faults.ts";
import { toVerifier } from "./provider_client.ts";
import type { ProviderState } from "./provider_state.ts";

/** The longest lifetime of a request (FAPI 2.0 Message Signing section 5.3.1). */
const MAX_SECONDS = 3600;

/** Claims of the JWT that are not parameters (RFC 9101 section 4). */
const JWT_CLAIMS = ["iss", "aud", "exp", "nbf", "iat", "jti"];

/** Parameters beside a signed request: the client's id and its authentication. */
const BESIDE = /^(?:client_\w+|request|dpop_jkt)$/;

/** The parameters of an authorization request, or its refusal. */
export interface Asked {
  readonly params: URLSearchParams;
  readonly error?: OAuthError | undefined;
}

/**
 * Reads the parameters of an authorization request. Those of a signed one are
 * in its JWT, and nothing may stand beside it.
 */
export async function readRequestObject(
  state: ProviderState,
  sent: URLSearchParams,
): Promise<Asked> {
  const request = sent.get("request");
  if (request === null) return { params: sent };
  const params = [...sent.keys()].every((name) => BESIDE.test(name))
    ? await openRequest(state, request)
    : null;
  const isSame = params?.get("client_id") === sent.get("client_id");
  return params !== null && isSame
    ? { params }
    : { params: sent, error: { error: "invalid_request_object" } };
}

async function openRequest(
  state: ProviderState,
  request: string,
): Promise<URLSearchParams | null> {
  try {
    const { payload } = await jwtVerify(
      request,
      toVerifier(state.clientPublicKey),
      {
        typ: "oauth-authz-req+jwt",
        algorithms: ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"],
        issuer: state.clientId,
        requiredClaims: ["exp", "nbf", "iat", "jti"],
      },
    );
    const { aud, exp = Infinity, nbf = 0, jti = "" } = payload;
    const isNew = !state.assertions.has(jti);
    state.assertions.add(jti);
    if (!isNew || aud !== state.issuer || exp - nbf > MAX_SECONDS) return null;
    return new URLSearchParams(
      Object.entries(payload)
        .filter(([name]) => !JWT_CLAIMS.includes(name))
        .map(([name, value]) => [
          name,
          typeof value === "object" ? JSON.stringify(value) : String(value),
        ]),
    );
  } catch {
    return null;
  }
}
