/** The URLs of the endpoints, requests as these see them, and JSON responses. */

import { toBodyText } from "./provider_apply.ts";
import type { OAuthError } from "./provider_faults.ts";
import type { ServedEndpoint } from "./provider_types.ts";

/** A request whose body has been read. */
export interface Incoming {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
  readonly form: URLSearchParams | null;
}

/** Builds a JSON response; a string is sent as it is. */
export function json(
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  return new Response(toBodyText(value), {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...headers,
    },
  });
}

/**
 * Builds an OAuth error response: 400, or 401 for an unauthenticated client.
 */
export function errorJson(
  { error, description }: OAuthError,
  status?: number,
): Response {
  const body = {
    error,
    ...(description === undefined ? {} : { error_description: description }),
  };
  if (status === undefined && error !== "invalid_client") {
    return json(body, 400);
  }
  return json(body, status ?? 401, {
    "www-authenticate": `Basic realm="test"`,
  });
}

/** Returns the default URLs of the endpoints, below the issuer. */
export function toEndpoints(issuer: string): Record<ServedEndpoint, string> {
  const base = toBase(issuer);
  return {
    discovery: `${base}/.well-known/openid-configuration`,
    authorize: `${base}/authorize`,
    token: `${base}/token`,
    userinfo: `${base}/userinfo`,
    jwks: `${base}/jwks`,
    par: `${base}/par`,
    introspection: `${base}/introspection`,
    endSession: `${base}/end-session`,
  };
}

/** Returns the issuer without a trailing slash: the base of the endpoints. */
function toBase(issuer: string): string {
  return issuer.endsWith("/") ? issuer.slice(0, -1) : issuer;
}
