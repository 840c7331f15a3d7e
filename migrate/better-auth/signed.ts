import { isEqual } from "../../core/crypto/equal.ts";
import { hmac } from "../../core/crypto/hmac.ts";
import { decodePercent } from "../engine/old_cookies.ts";

/** The limit on signed values: a token has 32 characters, and its signature 44. */
const MAX_SIGNED = 512;

/**
 * Opens a signed cookie: a value, a dot, and the HMAC-SHA-256 of the value in
 * base64, percent-encoded.
 *
 * @param text the cookie, as it was sent
 * @returns the value; null if none of the secrets signed it
 */
export async function openSigned(
  text: string,
  secrets: readonly string[],
): Promise<string | null> {
  const decoded = text.length > MAX_SIGNED ? null : decodePercent(text);
  const dot = decoded?.lastIndexOf(".") ?? -1;
  if (decoded === null || dot < 1) return null;
  const value = decoded.slice(0, dot);
  const signature = decoded.slice(dot + 1);
  for (const secret of secrets) {
    const bytes = await sign(value, secret);
    if (isEqual(btoa(String.fromCharCode(...bytes)), signature)) return value;
  }
  return null;
}

/** Returns the HMAC-SHA-256 of a text with a secret, which is used as UTF-8. */
export async function sign(text: string, secret: string): Promise<Uint8Array> {
  return await hmac(new TextEncoder().encode(secret), text);
}
