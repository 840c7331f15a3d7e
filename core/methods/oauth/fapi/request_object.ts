import * as oauth from "oauth4webapi";
import { ConfigurationError } from "../../../errors/errors.ts";
import type { ClientPrivateKey } from "../../../providers/oauth/endpoints.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import {
  toKnownName,
  toNamedKey,
} from "../../../providers/oauth/signing_key.ts";
import { toClient } from "../requests/client.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";

/** Seconds that a signed request is good for. The browser takes it to the provider at once. */
const LIFETIME = 300;

/**
 * Signs the parameters of an authorization request (JAR, RFC 9101), if the
 * definition asks for that. Nothing but the client's id stays beside them: the
 * provider must not take a parameter that is not signed.
 *
 * @throws ConfigurationError if there is no key
 */
export async function signRequest(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  params: URLSearchParams,
): Promise<URLSearchParams> {
  const own = findRequestKey(provider);
  if (own === null) return params;
  const { key, kid } = toNamedKey(own);
  const request = await oauth.issueRequestObject(
    metadata,
    toClient(provider),
    params,
    // The types of Node list other usages than those of Deno.
    { key: key as CryptoKey, ...(kid === undefined ? {} : { kid }) },
    {
      [oauth.modifyAssertion]: (header, payload) => {
        header.alg = toKnownName(
          String(header.alg),
          metadata.request_object_signing_alg_values_supported,
        );
        payload.exp = Number(payload.iat) + LIFETIME;
      },
    },
  );
  return new URLSearchParams({ client_id: provider.clientId, request });
}

/** Returns the key that signs authorization requests; null: they are not signed. */
export function findRequestKey(
  { id, source, token }: ResolvedOAuth,
): ClientPrivateKey | null {
  const { requestObject = false } = source;
  if (requestObject === false) return null;
  if (requestObject !== true) return requestObject;
  if (token.clientPrivateKey !== undefined) return token.clientPrivateKey;
  throw new ConfigurationError([
    `Provider "${id}": \`requestObject: true\` needs \`token.clientPrivateKey\`.`,
  ]);
}
