/**
 * The text of a personal token: `lk_<user>_<secret><checksum>`.
 *
 * - `user` is the user's id in base64url: all tokens of a user are one stored
 *   text, which is found by the id.
 * - `secret` is 256 random bits: 43 characters of base62.
 * - `checksum` is the CRC-32 of everything before it: six characters of base62,
 *   as GitHub's tokens have it. A typing error, or something that a secret
 *   scanner takes for a token, is recognised without a look-up.
 *
 * @module
 */

import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";
import { toHex } from "../../crypto/hex.ts";
import { readId } from "../../model/user_id.ts";

/**
 * The maximum length of a token: servers take headers of a few thousand bytes,
 * and databases and key-value stores keys of one or two.
 */
const MAX_LENGTH = 1024;
/** The number of characters that 32 bytes have in base62. */
const SECRET = 43;
/** The number of characters that a CRC-32 has in base62. */
const CHECKSUM = 6;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Makes the text of a new token; null for an id that no token can name. */
export function makeTokenText(prefix: string, userId: string): string | null {
  if (readId(userId) === null) return null;
  const user = toBase64url(new TextEncoder().encode(userId));
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = toBase62(BigInt(`0x${toHex(bytes)}`), SECRET);
  const signed = `${prefix}${user}_${secret}`;
  const text = signed + toChecksum(signed);
  return text.length > MAX_LENGTH ? null : text;
}

/**
 * Reads the user's id from the text of a token; null if this is no token. It
 * proves nothing yet.
 */
export function readTokenUser(prefix: string, text: string): string | null {
  // The length comes first, so that a long text costs nothing.
  if (text.length > MAX_LENGTH) return null;
  if (!text.startsWith(prefix)) return null;
  const signed = text.slice(0, -CHECKSUM);
  if (toChecksum(signed) !== text.slice(-CHECKSUM)) return null;
  const end = signed.length - SECRET - 1;
  return signed[end] === "_" ? toUserId(text.slice(prefix.length, end)) : null;
}

/** Decodes an id; a spelling of it that `makeTokenText` does not make is none. */
function toUserId(text: string): string | null {
  const bytes = fromBase64url(text);
  if (bytes === null) return null;
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return readId(decoder.decode(bytes));
  } catch {
    return null;
  }
}

/** Returns the checksum of a token from everything before it. */
export function toChecksum(text: string): string {
  return toBase62(BigInt(toCrc32(text)), CHECKSUM);
}

/** Returns the CRC-32 (ISO 3309, as in zip files) of a text of ASCII. */
function toCrc32(text: string): number {
  let crc = -1;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 1 ? crc >>> 1 ^ 0xedb88320 : crc >>> 1;
    }
  }
  return ~crc >>> 0;
}

function toBase62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
  }
  return text;
}
