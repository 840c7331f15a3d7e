/**
 * Reads a whole body, up to a limit in bytes. A longer body is not read to its
 * end; the result is null.
 */
export async function readCapped(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = stream?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader?.read() ?? { done: true };
    if (done || value === undefined) break;
    size += value.length;
    if (size > limit) {
      // Cancelling may fail when the other side is gone; that is ignored.
      reader?.cancel().catch(() => {});
      return null;
    }
    chunks.push(value);
  }
  return concat(chunks, size);
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
