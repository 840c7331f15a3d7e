interface NodeGlobals {
  readonly Buffer?: NodeBuffers;
}

interface NodeBuffers {
  isEncoding?(name: string): boolean;
  from(text: string, encoding: string): ArrayLike<number>;
  from(
    buffer: ArrayBufferLike,
    start: number,
    length: number,
  ): { toString(encoding: string): string };
}

/**
 * Finds the runtime's own encoder, which takes a fifth of the time. A bundler's
 * substitute for it may lack this encoding.
 */
function findBuffers(): NodeBuffers | undefined {
  const { Buffer } = globalThis as NodeGlobals;
  return Buffer?.isEncoding?.("base64url") ? Buffer : undefined;
}

/** Encodes bytes as base64url without padding (RFC 4648 section 5). */
export function toBase64url(bytes: Uint8Array): string {
  const own = findBuffers()?.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (own !== undefined) return own.toString("base64url");
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
  const own = findBuffers()?.from(text, "base64url");
  // Its class has methods that differ from those of Uint8Array.
  if (own !== undefined) return new Uint8Array(own);
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
