import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";

/** Converts to base64 with padding, the form that databases store. */
export function toBase64(base64url: string): string {
  const text = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/** Converts to base64url without padding, the form that browsers use. */
export function fromBase64(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(
    /={1,2}$/,
    "",
  );
}

/** Encodes bytes as base64 with padding, for the database. */
export function encodeBytes(bytes: Uint8Array): string {
  return toBase64(toBase64url(bytes));
}

/** Decodes base64 from the database; empty if it is invalid. */
export function decodeBytes(base64: string): Uint8Array<ArrayBuffer> {
  return fromBase64url(fromBase64(base64)) ?? new Uint8Array();
}
