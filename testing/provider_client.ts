/** Client authentication at the token endpoint. */

import type { OAuthError } from "./provider_faults.ts";
import type { ProviderState } from "./provider_tokens.ts";

interface Client {
  readonly id: string;
  readonly secret: string;
}

const refused: OAuthError = { error: "invalid_client" };

/**
 * Gives the refusal, or nothing when the client is ours and came in an accepted
 * way.
 */
export function readClient(
  state: ProviderState,
  headers: Headers,
  form: URLSearchParams,
): OAuthError | undefined {
  const authorization = headers.get("authorization");
  const isPost = form.has("client_secret");
  if (authorization !== null && isPost) {
    return {
      error: "invalid_request",
      description: "two kinds of client authentication",
    };
  }
  const method = isPost ? "client_secret_post" : "client_secret_basic";
  if (state.clientAuth !== "any" && state.clientAuth !== method) return refused;
  const client = isPost
    ? {
      id: form.get("client_id") ?? "",
      secret: form.get("client_secret") ?? "",
    }
    : readBasic(authorization ?? "");
  const isOurs = client?.id === state.clientId &&
    client.secret === state.clientSecret;
  return isOurs ? undefined : refused;
}

/**
 * RFC 6749 2.3.1: id and secret are form-urlencoded before they are joined and
 * base64-encoded.
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
