import { usesCertificate } from "../../../providers/oauth/fapi.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";

/**
 * The endpoints that the client itself calls. The browser, which has no
 * certificate, opens the others.
 */
const ASKED = [
  "token_endpoint",
  "userinfo_endpoint",
  "revocation_endpoint",
  "pushed_authorization_request_endpoint",
];

/**
 * Returns the endpoints that ask for the client's certificate (RFC 8705 section
 * 5), if the client has one.
 */
export function toAliases(
  provider: ResolvedOAuth,
  { mtls_endpoint_aliases: aliases }: ProviderMetadata,
): Partial<ProviderMetadata> {
  if (aliases === undefined || !usesCertificate(provider)) return {};
  const found = ASKED.flatMap((name) =>
    aliases[name] === undefined ? [] : [[name, aliases[name]]]
  );
  return Object.fromEntries(found);
}
