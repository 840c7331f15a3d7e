import { toBase64url } from "./base64url.ts";

/**
 * Creates an unguessable text.
 *
 * @param bytes the number of random bytes, at most 65,536; 16 is enough for an
 * id, 32 for a secret
 * @returns base64url without padding
 */
export function randomText(bytes: number): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(bytes)));
}
