/**
 * Content codings of answers to Node's HTTP client. Only for Node: this module
 * loads its compression.
 *
 * @module
 */

import { findBuiltIn } from "../../runtime/built_in.ts";

type Bytes = Uint8Array<ArrayBuffer>;

type Decode = (
  bytes: Uint8Array,
  options: object,
  done: (error: Error | null, decoded: Bytes) => void,
) => void;

interface NodeZlib {
  readonly constants: {
    readonly Z_SYNC_FLUSH: number;
    readonly BROTLI_OPERATION_FLUSH: number;
  };
  readonly brotliDecompress: Decode;
  readonly gunzip: Decode;
  readonly inflate: Decode;
  readonly inflateRaw: Decode;
}

/** Maximum number of codings of one body. */
const MAX_CODINGS = 5;

const zlib = findBuiltIn<NodeZlib>("node:zlib") as NodeZlib;
const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
const decoders: ReadonlyMap<string, Decode> = new Map([
  ["gzip", zlib.gunzip],
  ["x-gzip", zlib.gunzip],
  ["deflate", inflate],
  ["br", zlib.brotliDecompress],
]);

/** Many servers leave out the header that belongs to `deflate`. */
function inflate(...[bytes, options, done]: Parameters<Decode>): void {
  const hasHeader = ((bytes[0] ?? 0) & 15) === 8;
  return (hasHeader ? zlib.inflate : zlib.inflateRaw)(bytes, options, done);
}

/**
 * Decodes a body as `fetch` does: one with an unknown coding stays as it is.
 *
 * @param codings the header `content-encoding`
 * @returns null if it is over the limit, in bytes
 * @throws Error if it cannot be decoded
 */
export async function decode(
  body: Bytes,
  codings: string,
  limit: number,
): Promise<Bytes | null> {
  const names = codings.toLowerCase().split(",").map((one) => one.trim());
  if (names.length > MAX_CODINGS) {
    throw new Error(`the answer has over ${MAX_CODINGS} content codings`);
  }
  if (body.length === 0 || !names.every((one) => decoders.has(one))) {
    return body;
  }
  let bytes: Bytes | null = body;
  for (const name of names.toReversed()) {
    if (bytes !== null) bytes = await decodeOne(bytes, name, limit);
  }
  return bytes;
}

function decodeOne(
  bytes: Bytes,
  coding: string,
  limit: number,
): Promise<Bytes | null> {
  // A body without its end is decoded as far as it goes.
  const finishFlush = coding === "br" ? BROTLI_OPERATION_FLUSH : Z_SYNC_FLUSH;
  const options = { maxOutputLength: limit, finishFlush };
  return new Promise((resolve, reject) =>
    decoders.get(coding)?.(bytes, options, (error, decoded) => {
      if (error === null) return resolve(decoded);
      const { code } = error as { code?: unknown };
      return code === "ERR_BUFFER_TOO_LARGE" ? resolve(null) : reject(error);
    })
  );
}
