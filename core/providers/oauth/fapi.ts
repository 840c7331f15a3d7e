/**
 * Reads what `profile: "fapi2"` says about a provider. Sessions are read
 * without it: resolving a configuration needs {@link isFapi} only.
 *
 * @module
 */

import { isFapi, type ResolvedOAuth } from "./oauth_provider.ts";
import type { ProfileMapper } from "./profile_types.ts";

/** Returns the mapper from claims to a user; null: the standard claims are mapped. */
export function findMapper({ profile }: ResolvedOAuth): ProfileMapper | null {
  return profile === "fapi2" ? null : profile;
}

/** Whether a provider's tokens are bound to a key of the application (RFC 9449). */
export function usesDpop(provider: ResolvedOAuth): boolean {
  const { client, source } = provider;
  const isBound = client.tls_client_certificate_bound_access_tokens === true;
  return source.dpop ?? (isFapi(provider) && !isBound);
}

/** Whether the client authenticates with a TLS certificate, or has its tokens bound to it (RFC 8705). */
export function usesCertificate({ client }: ResolvedOAuth): boolean {
  return isByCertificate(client.token_endpoint_auth_method) ||
    client.tls_client_certificate_bound_access_tokens === true;
}

/** Whether a method of client authentication is one by TLS certificate (RFC 8705 section 2). */
export function isByCertificate(method: string | undefined): boolean {
  return method === "tls_client_auth" ||
    method === "self_signed_tls_client_auth";
}
