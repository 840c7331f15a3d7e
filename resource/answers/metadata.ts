/**
 * The document that tells clients where to get tokens (RFC 9728).
 *
 * @module
 */

import { SignJWT } from "jose/jwt/sign";
import {
  toJwsAlgorithm,
  toNamedKey,
} from "../../core/providers/oauth/signing_key.ts";
import type { ResourceRequest } from "../credential.ts";
import type { Guard } from "../options.ts";
import type { ResourceAnswer } from "./answer.ts";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** The URL of the document (RFC 9728 section 3.1). */
export function toMetadataUrl(resource: string): string {
  const { origin, pathname, search } = new URL(resource);
  const path = pathname === "/" ? "" : pathname;
  return `${origin}${WELL_KNOWN}${path}${search}`;
}

/** Answers a request for the document; null for any other. */
export async function answerMetadata(
  guard: Guard,
  { method, target }: ResourceRequest,
): Promise<ResourceAnswer | null> {
  const { pathname, search } = new URL(guard.metadataUrl);
  if (target !== `${pathname}${search}`) return null;
  if (method === "OPTIONS") {
    return {
      status: 204,
      headers: [
        ["access-control-allow-origin", "*"],
        ["access-control-allow-methods", "GET"],
        ["access-control-allow-headers", "*"],
      ],
      body: null,
    };
  }
  if (method !== "GET" && method !== "HEAD") {
    return { status: 405, headers: [["allow", "GET, HEAD"]], body: null };
  }
  return {
    status: 200,
    headers: [
      ["content-type", "application/json"],
      ["cache-control", "public, max-age=3600"],
      // Every page may read it: it is public.
      ["access-control-allow-origin", "*"],
      ["x-content-type-options", "nosniff"],
    ],
    body: method === "HEAD" ? null : (await guard.document()).text,
  };
}

/** Writes the document, signed if the guard has a key. */
export async function writeDocument(
  guard: Guard,
): Promise<{ readonly text: string }> {
  const document = toDocument(guard);
  const { signingKey, resource } = guard;
  if (signingKey === null) return { text: JSON.stringify(document) };
  // RFC 9728 section 2.2.
  const { key, kid } = toNamedKey(signingKey);
  const alg = toJwsAlgorithm(signingKey);
  const signed_metadata = await new SignJWT({ ...document })
    .setProtectedHeader(kid === undefined ? { alg } : { alg, kid })
    .setIssuer(resource)
    // The types of Node list other usages than those of Deno.
    .sign(key as CryptoKey);
  return { text: JSON.stringify({ ...document, signed_metadata }) };
}

/** RFC 9728 section 2. */
function toDocument(guard: Guard): Readonly<Record<string, unknown>> {
  const { resource, issuers, scopes, name, documentation } = guard;
  const { dpop, isBound, readsCertificates } = guard;
  return {
    resource,
    authorization_servers: [...issuers.keys()],
    ...scopes.length === 0 ? {} : { scopes_supported: scopes },
    bearer_methods_supported: ["header"],
    dpop_signing_alg_values_supported: dpop.algorithms,
    ...isBound && !readsCertificates
      ? { dpop_bound_access_tokens_required: true }
      : {},
    ...readsCertificates
      ? { tls_client_certificate_bound_access_tokens: true }
      : {},
    ...name === null ? {} : { resource_name: name },
    ...documentation === null ? {} : { resource_documentation: documentation },
  };
}
