/**
 * Reads what `profile: "fapi2"` says about a provider. Sessions are read
 * without it, so that resolving a configuration needs none of this.
 *
 * @module
 */

import type { ResolvedOAuth } from "./oauth_provider.ts";
import type { ProfileMapper } from "./profile_types.ts";

/**
 * Key by which a factory keeps the switch beside the definition's own mapper. A
 * registered symbol, so that two copies of the library share it.
 */
export const fapi: unique symbol = Symbol.for("latchkey.fapi2");

/** Whether a provider is held to the FAPI 2.0 Security Profile. */
export function isFapi({ profile, source }: ResolvedOAuth): boolean {
  return profile === "fapi2" || fapi in source;
}

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
