/**
 * The checks of a provider's metadata that depend on its configuration.
 *
 * @module
 */

import { ConfigurationError } from "../../../errors/errors.ts";
import { usesDpop } from "../../../providers/oauth/fapi.ts";
import {
  isFapi,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import { listDpopProblems } from "../dpop/list_problems.ts";
import { listEndpointProblems } from "./endpoints.ts";
import { listFapiProblems } from "../fapi/assert_support.ts";
import { toAliases } from "../fapi/certificate.ts";
import type { ProviderMetadata } from "./provider_metadata.ts";

/**
 * Returns a provider's metadata with the configured endpoints on top.
 *
 * @param published null if the configuration has everything
 * @throws ConfigurationError that names everything that the metadata lacks
 */
export function checkMetadata(
  provider: ResolvedOAuth,
  published: ProviderMetadata | null,
): ProviderMetadata {
  // Plain OAuth has no issuer; a name that no provider can send takes its place.
  const issuer = provider.issuer || `urn:latchkey:${provider.id}`;
  const known = published ?? { issuer };
  const metadata = {
    ...known,
    ...toAliases(provider, known),
    ...toConfigured(provider),
  };
  const problems = [
    ...(isFapi(provider)
      ? listFapiProblems(provider, known)
      : usesDpop(provider)
      ? listDpopProblems(provider, known)
      : []),
    ...listEndpointProblems(provider, metadata),
  ];
  if (problems.length > 0) throw new ConfigurationError(problems);
  return metadata;
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
