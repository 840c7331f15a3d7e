import { toBase64url } from "./base64url.ts";

/** Returns the SHA-256 of a text's UTF-8 bytes, as base64url. */
export async function hash(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return toBase64url(
    new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)),
  );
}
