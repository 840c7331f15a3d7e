/** The alphabet (RFC 4648 section 6). */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Encodes bytes as base32 without padding (RFC 4648 section 6), as authenticator apps take secrets. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8 | byte) & 0xffff;
    bits += 8;
    for (; bits >= 5; bits -= 5) {
      text += ALPHABET[value >> (bits - 5) & 31] ?? "";
    }
  }
  return bits === 0 ? text : text + (ALPHABET[value << (5 - bits) & 31] ?? "");
}

/** Puts a text into groups of four characters, so that people can copy it. */
export function toGroups(text: string, separator = " "): string {
  return (text.match(/.{1,4}/g) ?? []).join(separator);
}
