/** A body of this many bytes, in chunks, as decompression produces them. */
export function flood(bytes: number): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(65_536).fill(0x20);
  let left = bytes;
  return new ReadableStream({
    pull: (controller) => {
      if (left <= 0) return controller.close();
      left -= piece.length;
      controller.enqueue(piece);
    },
  });
}
