import { fromBase64url, toBase64url } from "../../../crypto/base64url.ts";

/**
 * Decodes canonical base64 of either alphabet, with its padding or without;
 * returns null for any other text.
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const [, body = "", padding = ""] = /^([^=]*)(={0,2})$/.exec(text) ?? [];
  if (body === "") return null;
  if (padding !== "" && text.length % 4 !== 0) return null;
  return fromBase64url(body.replaceAll("+", "-").replaceAll("/", "_"));
}

/** Decodes lower case hexadecimal digits; returns null for any other text. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 2 !== 0 || !/^[0-9a-f]+$/.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
  }
  return bytes;
}

/**
 * Reads the parameters of a hash in the PHC string format (`m=64,t=2,p=1`): each
 * name once, in any order, with a whole number that has no leading zero. Returns
 * their values in the order of the names; null for any other text.
 */
export function parseParameters(
  text: string,
  names: readonly string[],
): readonly number[] | null {
  const pairs = new Map(
    text.split(",").map((pair) => pair.split("=", 2) as [string, string]),
  );
  const values = names.map((name) => pairs.get(name) ?? "");
  const isWhole = text.split(",").length === names.length &&
    values.every((value) => /^[1-9]\d{0,9}$/.test(value));
  return isWhole ? values.map(Number) : null;
}

/** Encodes bytes as base64 without padding, as hashes in the PHC string format have it. */
export function toBase64(bytes: Uint8Array): string {
  return toBase64url(bytes).replaceAll("-", "+").replaceAll("_", "/");
}
