import * as oauth from "oauth4webapi";
import { CLOCK_TOLERANCE } from "../clock.ts";
import type { ResolvedProvider } from "../provider.ts";

/** The client as oauth4webapi wants it. */
export function toClient(provider: ResolvedProvider): oauth.Client {
  const { id_token_signed_response_alg } = provider.client;
  return {
    client_id: provider.clientId,
    ...(id_token_signed_response_alg === undefined
      ? {}
      : { id_token_signed_response_alg }),
    [oauth.clockTolerance]: CLOCK_TOLERANCE,
  };
}

/**
 * How the client proves itself at the token endpoint (RFC 6749 section 2.3):
 * as configured, else basic, unless the provider only knows the other way.
 */
export function toClientAuth(
  provider: ResolvedProvider,
  metadata: oauth.AuthorizationServer,
): oauth.ClientAuth {
  const { clientSecret } = provider;
  if (clientSecret === null) return oauth.None();
  const supported = metadata.token_endpoint_auth_methods_supported ??
    ["client_secret_basic"];
  const method = provider.client.token_endpoint_auth_method ??
    (!supported.includes("client_secret_basic") &&
        supported.includes("client_secret_post")
      ? "client_secret_post"
      : "client_secret_basic");
  switch (method) {
    case "none":
      return oauth.None();
    case "client_secret_post":
      return oauth.ClientSecretPost(clientSecret);
    default:
      return basic(clientSecret);
  }
}

/**
 * HTTP Basic with form-encoded id and secret (RFC 6749 section 2.3.1). Unlike
 * oauth4webapi's, it leaves `-`, `.`, `_` and `~` alone: servers that skip the
 * decoding would not know the client otherwise.
 */
function basic(clientSecret: string): oauth.ClientAuth {
  return (_metadata, client, _body, headers) => {
    const pair = `${formEncode(client.client_id)}:${formEncode(clientSecret)}`;
    headers.set("authorization", `Basic ${btoa(pair)}`);
  };
}

function formEncode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
}
