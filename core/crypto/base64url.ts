interface Buffers {
  readonly Buffer?: {
    from(buffer: ArrayBufferLike, start: number, length: number): {
      toString(encoding: "base64url"): string;
    };
    from(text: string, encoding: "base64url"): Uint8Array;
  };
}

/**
 * Encodes bytes as base64url without padding (RFC 4648 section 5), with the
 * runtime's own function where it has one.
 */
export function toBase64url(bytes: Uint8Array): string {
  const { Buffer } = globalThis as Buffers;
  return Buffer?.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString("base64url") ?? encode(bytes);
}

function encode(bytes: Uint8Array): string {
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
  const { Buffer } = globalThis as Buffers;
  // A copy, because the runtime's bytes are a part of a larger buffer.
  return Buffer === undefined
    ? decode(text)
    : new Uint8Array(Buffer.from(text, "base64url"));
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Whether a text is the only base64url spelling of its bytes. */
export function isCanonicalBase64url(text: string): boolean {
  return /^[A-Za-z0-9_-]*$/.test(text) && endsCanonically(text);
}

/** The last characters whose unused bits are zero, by the length of the last group. */
const ENDS = ["", "", "AQgw", "AEIMQUYcgkosw048"];

/** Whether the unused bits of the last character are zero. */
export function endsCanonically(text: string): boolean {
  const rest = text.length % 4;
  return rest === 0 ||
    (ENDS[rest] ?? "").includes(text.charAt(text.length - 1));
}
