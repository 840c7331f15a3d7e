/**
 * Client authentication at the token endpoint and at the endpoint for pushed
 * requests.
 */

import { jwtVerify } from "jose";
import type { OAuthError } from "./provider_faults.ts";
import type { ProviderState } from "./provider_state.ts";
import type { ClientAuthMethod } from "./provider_options.ts";

interface Client {
  readonly id: string;
  readonly secret: string;
}

/** Returns what verifies the client's signatures: without a key, nothing does. */
export function toVerifier(
  key: ProviderState["clientPublicKey"],
): CryptoKey | Uint8Array {
  // It is a CryptoKey; only its type depends on the run time.
  return key === undefined ? new Uint8Array() : key as CryptoKey;
}

const refused: OAuthError = { error: "invalid_client" };

/**
 * Returns the refusal, or nothing if the client is known and authenticated in
 * an accepted way.
 */
export async function readClient(
  state: ProviderState,
  headers: Headers,
  form: URLSearchParams,
): Promise<OAuthError | undefined> {
  const authorization = headers.get("authorization");
  const assertion = form.get("client_assertion");
  const secret = form.get("client_secret");
  const kinds = [authorization, assertion, secret].filter((one) =>
    one !== null
  );
  if (kinds.length > 1) {
    return {
      error: "invalid_request",
      description: "two kinds of client authentication",
    };
  }
  const id = form.get("client_id") ?? "";
  if (assertion !== null) {
    return await isOurAssertion(state, form, assertion) ? undefined : refused;
  }
  if (secret !== null) {
    return isOurs(state, "client_secret_post", { id, secret });
  }
  if (authorization === null && state.clientAuth === "none") {
    return id === state.clientId ? undefined : refused;
  }
  return isOurs(state, "client_secret_basic", readBasic(authorization ?? ""));
}

function accepts(state: ProviderState, method: ClientAuthMethod): boolean {
  return state.clientAuth === "any" || state.clientAuth === method;
}

function isOurs(
  state: ProviderState,
  method: ClientAuthMethod,
  client: Client | undefined,
): OAuthError | undefined {
  const known = client?.id === state.clientId &&
    client.secret === state.clientSecret;
  return known && accepts(state, method) ? undefined : refused;
}

/**
 * Checks a client assertion by RFC 7523 section 3, as strictly as RFC 9700
 * requires: the audience is this issuer alone and a string, it lives for a
 * minute at most, and it is used once.
 */
async function isOurAssertion(
  state: ProviderState,
  form: URLSearchParams,
  assertion: string,
): Promise<boolean> {
  try {
    const { protectedHeader, payload } = await jwtVerify(
      assertion,
      ({ alg }) =>
        alg === "HS256"
          ? new TextEncoder().encode(state.clientSecret)
          : toVerifier(state.clientPublicKey),
      {
        algorithms: ["HS256", "RS256", "PS256", "ES256", "EdDSA", "Ed25519"],
        issuer: state.clientId,
        subject: state.clientId,
        requiredClaims: ["exp", "iat", "jti"],
        maxTokenAge: 60,
      },
    );
    const { aud, exp = Infinity, iat = 0, jti = "" } = payload;
    const isNew = !state.assertions.has(jti);
    state.assertions.add(jti);
    const isHmac = protectedHeader.alg === "HS256";
    return isNew && aud === state.issuer && exp - iat <= 60 &&
      form.get("client_id") === state.clientId &&
      form.get("client_assertion_type") ===
        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer" &&
      accepts(state, isHmac ? "client_secret_jwt" : "private_key_jwt");
  } catch {
    return false;
  }
}

/**
 * Reads Basic credentials. RFC 6749 2.3.1: id and secret are form-urlencoded
 * before they are joined and base64-encoded.
 */
function readBasic(authorization: string): Client | undefined {
  const [scheme, encoded] = authorization.split(" ");
  if (scheme?.toLowerCase() !== "basic" || !encoded) return undefined;
  try {
    const [id, secret, ...rest] = atob(encoded).split(":");
    if (id === undefined || secret === undefined || rest.length > 0) {
      return undefined;
    }
    return { id: decodeForm(id), secret: decodeForm(secret) };
  } catch {
    return undefined;
  }
}

function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}
