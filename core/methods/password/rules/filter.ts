/**
 * A binary fuse filter with four probes and fingerprints of one byte: each key
 * has four places in the table, one in each of four neighbouring segments, and
 * their exclusive or is the key's fingerprint. Any other text has that
 * fingerprint once in 256 times.
 *
 * @module
 */

import { fromBase64url } from "../../../crypto/base64url.ts";
import { hash } from "../../../crypto/hash.ts";

/** The length of a segment; a power of 2. */
export const SEGMENT = 1024;

/** Returns the digest of a text, from which its places and its fingerprint follow. */
export async function toDigest(text: string): Promise<DataView> {
  // What `hash` returns is base64url.
  const bytes = fromBase64url(await hash(text)) ?? new Uint8Array(32);
  return new DataView(bytes.buffer);
}

/** Returns the four places of a key in a table of this size. */
export function toPlaces(digest: DataView, size: number): readonly number[] {
  const starts = size / SEGMENT - 3;
  const first = Math.floor(digest.getUint32(0) / 2 ** 32 * starts);
  return [0, 1, 2, 3].map((i) =>
    (first + i) * SEGMENT + digest.getUint16(4 + 2 * i) % SEGMENT
  );
}

/** Returns the fingerprint of a key. */
export function toFingerprint(digest: DataView): number {
  return digest.getUint8(31);
}

/** Whether a text is one of the keys: always right if it is. */
export function hasKey(table: Uint8Array, digest: DataView): boolean {
  const places = toPlaces(digest, table.length);
  const found = places.reduce((sum, place) => sum ^ (table[place] ?? 0), 0);
  return found === toFingerprint(digest);
}
