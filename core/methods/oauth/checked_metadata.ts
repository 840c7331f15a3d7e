/**
 * The checks of a provider's metadata that depend on its configuration.
 *
 * @module
 */

import { ConfigurationError } from "../../errors/errors.ts";
import { usesDpop } from "../../providers/fapi.ts";
import type { ResolvedOAuth } from "../../providers/oauth_provider.ts";
import { assertSupport } from "./dpop/assert_support.ts";
import { assertFapiSupport } from "./fapi/assert_support.ts";
import { toAliases } from "./fapi/certificate.ts";
import { allowsHttp } from "./http.ts";
import type { ProviderMetadata } from "./metadata.ts";

/** Only a cache: the metadata of a provider that was found right, and the document that it was made from. */
const checked = new WeakMap<ResolvedOAuth, {
  readonly published: ProviderMetadata | null;
  readonly metadata: ProviderMetadata;
}>();

/**
 * Returns a provider's metadata with the configured endpoints on top, checked
 * once for each document: every request of a sign-in needs it.
 *
 * @param published null if the configuration has everything
 * @throws ConfigurationError
 */
export function checkMetadata(
  provider: ResolvedOAuth,
  published: ProviderMetadata | null,
): ProviderMetadata {
  const last = checked.get(provider);
  if (last !== undefined && last.published === published) return last.metadata;
  const metadata = toChecked(provider, published);
  checked.set(provider, { published, metadata });
  return metadata;
}

function toChecked(
  provider: ResolvedOAuth,
  published: ProviderMetadata | null,
): ProviderMetadata {
  // Plain OAuth has no issuer; a name that no provider can send takes its place.
  const issuer = provider.issuer || `urn:latchkey:${provider.id}`;
  const known = published ?? { issuer };
  if (usesDpop(provider)) assertSupport(provider, known);
  assertFapiSupport(provider, known);
  return assertEndpoints(provider, {
    ...known,
    ...toAliases(provider, known),
    ...toConfigured(provider),
  });
}

function toConfigured(
  { authorization, token, userinfo, jwksUri }: ResolvedOAuth,
): Partial<ProviderMetadata> {
  const configured: [string, string | null | undefined][] = [
    ["authorization_endpoint", authorization.url],
    ["token_endpoint", token.url],
    ["userinfo_endpoint", userinfo.url],
    ["jwks_uri", jwksUri],
  ];
  return Object.fromEntries(configured.filter(([, url]) => url));
}

/** A hostile document could send browsers or credentials to any host. */
function assertEndpoints(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
): ProviderMetadata {
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
  const optional = [
    "userinfo_endpoint",
    "pushed_authorization_request_endpoint",
  ];
  for (const name of [...required, ...optional]) {
    const url = name === null ? undefined : metadata[name];
    const isMissing = url === undefined && !required.includes(name);
    if (name === null || isMissing || isEndpoint(url, http)) continue;
    throw new ConfigurationError([
      `The metadata of provider "${provider.id}" has no usable ${name}: it must be an https URL without a fragment.`,
    ]);
  }
  return metadata;
}

/** Whether metadata may name plain http on loopback: only that of a server there. */
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
