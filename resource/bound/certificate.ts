import { toBase64url } from "../../core/crypto/base64url.ts";

/** A certificate of a client: PEM, or the bytes of its DER form. */
export type ClientCertificate = string | Uint8Array;

/** Matches a certificate in PEM (RFC 7468 section 5). In a chain, the client's own is the first. */
const PEM =
  /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]{1,100000})-----END CERTIFICATE-----/;

/**
 * Returns the hash of a certificate (RFC 8705 section 3.1); null if it is not
 * one, or there is none.
 */
export async function toCertificateHash(
  certificate: unknown,
): Promise<string | null> {
  const der = typeof certificate === "string"
    ? fromPem(certificate)
    : certificate;
  if (!(der instanceof Uint8Array)) return null;
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from(der));
  return toBase64url(new Uint8Array(digest));
}

function fromPem(text: string): Uint8Array | null {
  const [, body] = PEM.exec(text) ?? [];
  if (body === undefined) return null;
  try {
    const binary = atob(body.replace(/\s/g, ""));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
