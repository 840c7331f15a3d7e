/** Bytes up to which a body that is too large is still read. */
const MAX_DROPPED = 16 * 1024 * 1024;

/**
 * Whether a body that is too large is read to its end, and dropped: a server that
 * closes a connection with unread bytes resets it, which may cost the client the
 * answer (RFC 9112, section 9.6).
 *
 * @param length the header `Content-Length`; without it, there may be no end
 */
export function isDropped(length: unknown): boolean {
  return Number(length ?? NaN) <= MAX_DROPPED;
}

/**
 * Reads a whole body, up to a limit in bytes. The result for a longer body is
 * null.
 *
 * @param toEnd whether a longer body is read to its end all the same
 */
export async function readCapped(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  toEnd = false,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = stream?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader?.read() ?? { done: true };
    if (done || value === undefined) break;
    size += value.length;
    if (size <= limit) chunks.push(value);
    else if (!toEnd) {
      // Cancelling may fail when the other side is gone; that is ignored.
      reader?.cancel().catch(() => {});
      return null;
    }
  }
  return size > limit ? null : concat(chunks, size);
}

/** Joins chunks into one array. */
export function concat(
  chunks: readonly Uint8Array[],
  size: number,
): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
