import { toBase64url } from "../../core/crypto/base64url.ts";
import { isEqual } from "../../core/crypto/equal.ts";
import { hmac } from "../../core/crypto/hmac.ts";
import { decodePercent } from "../engine/old_cookies.ts";

/**
 * The limit on the characters of a cookie: browsers do not keep longer ones.
 */
export const LONGEST = 4096;

/**
 * Opens a signed session id: `s:<id>.<signature>`, percent-encoded as a whole.
 *
 * @returns the id; null if no secret signed it
 */
export async function openId(
  text: string,
  secrets: readonly string[],
): Promise<string | null> {
  const decoded = decodePercent(text) ?? "";
  const dot = decoded.lastIndexOf(".");
  const id = decoded.slice(2, dot);
  if (!decoded.startsWith("s:") || dot < 3) return null;
  const sent = decoded.slice(dot + 1);
  for (const secret of secrets) {
    if (isEqual(await sign(id, secret), sent)) return id;
  }
  return null;
}

async function sign(id: string, secret: string): Promise<string> {
  const code = await hmac(new TextEncoder().encode(secret), id);
  return toBase64url(code).replaceAll("-", "+").replaceAll("_", "/");
}
