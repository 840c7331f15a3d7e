import { toBase64url } from "./base64url.ts";

/** Bytes that the runtime is asked for at once. */
const POOL_BYTES = 512;

/**
 * Random bytes that are not used yet. Asking the runtime takes ten times as long
 * as encoding the answer, so it is asked for several texts at once. Only whole
 * texts are taken, and their bytes are erased. The first text fills it, and not
 * the start: an image of a process that has started holds none.
 */
const pool = { bytes: new Uint8Array(POOL_BYTES), used: POOL_BYTES };

/**
 * Creates an unguessable text.
 *
 * @param bytes the number of random bytes, at most 65,536; 16 is enough for an
 * id, 32 for a secret
 * @returns base64url without padding
 */
export function randomText(bytes: number): string {
  if (bytes > POOL_BYTES) {
    return toBase64url(crypto.getRandomValues(new Uint8Array(bytes)));
  }
  if (pool.used + bytes > POOL_BYTES) {
    crypto.getRandomValues(pool.bytes);
    pool.used = 0;
  }
  const start = pool.used;
  // Moved on first: whatever fails below, no byte is used twice.
  pool.used += bytes;
  const own = pool.bytes.subarray(start, pool.used);
  const text = toBase64url(own);
  own.fill(0);
  return text;
}
