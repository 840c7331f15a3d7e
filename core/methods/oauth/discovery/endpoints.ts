import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import { allowsHttp } from "../requests/http.ts";
import type { ProviderMetadata } from "./provider_metadata.ts";

/**
 * Lists the endpoints that are missing or cannot be used: a hostile document
 * could send browsers or credentials to any host.
 */
export function listEndpointProblems(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
): readonly string[] {
  const http = isHttp(metadata);
  const { request, from } = provider.userinfo;
  const isSource = (provider.type === "oauth" || !provider.idToken) &&
    (request ?? from) === undefined;
  const required = [
    isSource ? "userinfo_endpoint" : null,
    provider.authorization.request ? null : "authorization_endpoint",
    provider.token.request ? null : "token_endpoint",
    provider.type === "oidc" || from === "access_token" ? "jwks_uri" : null,
  ];
  const names = new Set([
    ...required,
    "userinfo_endpoint",
    "pushed_authorization_request_endpoint",
  ]);
  return [...names].flatMap((name) => {
    if (name === null) return [];
    const isMissing = metadata[name] === undefined && !required.includes(name);
    return isMissing || isEndpoint(metadata[name], http)
      ? []
      : `The metadata of provider "${provider.id}" has no usable ${name}: it must be an https URL without a fragment.`;
  });
}

/**
 * Whether metadata may name plain http on loopback: only a server on loopback
 * may do so.
 */
export function isHttp({ issuer }: ProviderMetadata): boolean {
  return issuer.startsWith("http:") || issuer.startsWith("urn:");
}

/** Whether a URL of the metadata can be used; `http` allows plain http on loopback. */
export function isEndpoint(text: unknown, http: boolean): boolean {
  if (typeof text !== "string" || !URL.canParse(text) || text.includes("#")) {
    return false;
  }
  const { protocol } = new URL(text);
  return protocol === "https:" ||
    http && protocol === "http:" && allowsHttp(text);
}
