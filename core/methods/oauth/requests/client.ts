import * as oauth from "oauth4webapi";
import { CLOCK_TOLERANCE } from "../../../runtime/clock.ts";
import { ConfigurationError } from "../../../errors/errors.ts";
import type { ProviderContext } from "../../../request/context.ts";
import { limitToProvider } from "./http.ts";
import { isByCertificate } from "../../../providers/oauth/fapi.ts";
import {
  isFapi,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import {
  toKnownName,
  toNamedKey,
} from "../../../providers/oauth/signing_key.ts";

/** The client in the form that oauth4webapi expects. */
export function toClient(provider: ResolvedOAuth): oauth.Client {
  const id_token_signed_response_alg = provider.idTokenSecret
    ? "HS256"
    : provider.client.id_token_signed_response_alg;
  return {
    client_id: provider.clientId,
    ...(id_token_signed_response_alg === undefined
      ? {}
      : { id_token_signed_response_alg }),
    [oauth.clockTolerance]: CLOCK_TOLERANCE,
  };
}

/**
 * The client authentication at the token endpoint (RFC 6749 section 2.3, RFC
 * 7523): as configured, else basic, unless the provider only supports the other
 * method.
 */
export function toClientAuth(
  provider: ResolvedOAuth,
  metadata: oauth.AuthorizationServer,
): oauth.ClientAuth {
  return toClientAuthBy(toMethod(provider, metadata), provider, metadata);
}

/** What a client authenticates with. */
export type ClientCredentials = Pick<
  ResolvedOAuth,
  "id" | "clientSecret" | "token"
>;

/** The client authentication by one method. */
export function toClientAuthBy(
  method: string,
  provider: ClientCredentials,
  metadata: oauth.AuthorizationServer,
): oauth.ClientAuth {
  const { clientSecret: secret } = provider;
  if (method === "none") return oauth.None();
  if (isByCertificate(method)) return oauth.TlsClientAuth();
  if (method === "private_key_jwt") return privateKey(provider, metadata);
  if (secret === null) {
    throw new ConfigurationError([
      `Provider "${provider.id}" needs a client secret for ${method}.`,
    ]);
  }
  switch (method) {
    case "client_secret_post":
      return oauth.ClientSecretPost(secret);
    case "client_secret_jwt":
      return oauth.ClientSecretJwt(
        secret,
        toAssertionOptions(provider, metadata),
      );
    default:
      return basic(secret);
  }
}

/**
 * Returns the provider with the client secret of this request, if its
 * definition creates one for each.
 *
 * @throws ConfigurationError if the definition cannot create it
 */
export async function withSecret(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
): Promise<ResolvedOAuth> {
  const { clientSecret } = provider.token;
  if (clientSecret === undefined) return provider;
  try {
    const secret = await limitToProvider(
      ctx,
      () => clientSecret(provider.clientId),
    );
    if (typeof secret !== "string" || secret === "") {
      throw new TypeError("It is not a string.");
    }
    return { ...provider, clientSecret: secret };
  } catch (error) {
    throw new ConfigurationError([
      `The client secret of provider "${provider.id}" could not be created: check its options.`,
    ], { cause: error });
  }
}

/** The provider rejects our client authentication: only the operator can fix that. */
export function toClientError(where: string, cause: Error): ConfigurationError {
  return new ConfigurationError([
    `${where} does not accept the client: check client id, client secret and \`client.token_endpoint_auth_method\`.`,
  ], { cause });
}

function toMethod(
  provider: ResolvedOAuth,
  metadata: oauth.AuthorizationServer,
): string {
  const { token_endpoint_auth_method: configured } = provider.client;
  if (configured !== undefined) return configured;
  if (isFapi(provider)) return "private_key_jwt";
  if (provider.clientSecret === null) return "none";
  return toSecretMethod(metadata.token_endpoint_auth_methods_supported);
}

/** The method of client authentication by a secret that a server supports. */
export function toSecretMethod(
  supported: readonly string[] = ["client_secret_basic"],
): string {
  return !supported.includes("client_secret_basic") &&
      supported.includes("client_secret_post")
    ? "client_secret_post"
    : "client_secret_basic";
}

function privateKey(
  provider: ClientCredentials,
  metadata: oauth.AuthorizationServer,
): oauth.ClientAuth {
  const { clientPrivateKey } = provider.token;
  if (clientPrivateKey === undefined) {
    throw new ConfigurationError([
      `Provider "${provider.id}" needs \`token.clientPrivateKey\`.`,
    ]);
  }
  const { key, kid } = toNamedKey(clientPrivateKey);
  // The types of Node list other usages than those of Deno.
  const own = key as CryptoKey;
  return oauth.PrivateKeyJwt(
    kid === undefined ? own : { key: own, kid },
    toAssertionOptions(provider, metadata),
  );
}

/** Makes the issuer alone the audience, as a string: the assertion cannot be replayed at another endpoint. */
function toAssertionOptions(
  { token }: ClientCredentials,
  metadata: oauth.AuthorizationServer,
): oauth.ModifyAssertionOptions {
  return {
    [oauth.modifyAssertion]: (header, payload) => {
      header.alg = toKnownName(
        String(header.alg),
        metadata.token_endpoint_auth_signing_alg_values_supported,
      );
      payload.aud = token.assertionAudience === "token_endpoint"
        ? metadata.token_endpoint
        : metadata.issuer;
    },
  };
}

/**
 * HTTP Basic with form-encoded id and secret (RFC 6749 section 2.3.1). Unlike
 * oauth4webapi's, it does not encode `-`, `.`, `_` and `~`: servers that skip
 * the decoding would not recognise the client otherwise.
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
