/** Encodes bytes as base64url without padding (RFC 4648 section 5). */
export function toBase64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary)
    .replaceAll("+", "-").replaceAll("/", "_").replace(/={1,2}$/, "");
}

/**
 * Decodes a canonical base64url text; returns null for any other text. A
 * lenient decoder ignores the unused bits of the last character, which would
 * give one token several spellings.
 */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!isCanonicalBase64url(text)) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Whether a text is the only base64url spelling of its bytes. */
export function isCanonicalBase64url(text: string): boolean {
  return /^[A-Za-z0-9_-]*$/.test(text) && endsCanonically(text);
}

/** Whether the unused bits of the last character are zero. */
export function endsCanonically(text: string): boolean {
  const last = text.charAt(text.length - 1);
  switch (text.length % 4) {
    case 0:
      return true;
    case 2:
      return "AQgw".includes(last);
    case 3:
      return "AEIMQUYcgkosw048".includes(last);
    default:
      return false;
  }
}
