import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";

/** How databases keep bytes: base64 with padding. */
export function toBase64(base64url: string): string {
  const text = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/** How browsers want them: base64url without. */
export function fromBase64(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(
    /={1,2}$/,
    "",
  );
}

/** Bytes as databases keep them. */
export function encodeBytes(bytes: Uint8Array): string {
  return toBase64(toBase64url(bytes));
}

/** The bytes that a database kept; none for what is no base64. */
export function decodeBytes(base64: string): Uint8Array<ArrayBuffer> {
  return fromBase64url(fromBase64(base64)) ?? new Uint8Array();
}
