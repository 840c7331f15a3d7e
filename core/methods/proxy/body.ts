import {
  ConfigurationError,
  InvalidRequest,
  PayloadTooLarge,
  toAuthError,
} from "../../errors/errors.ts";
import { toFields } from "../../request/original_request.ts";
import type { Body, Incoming } from "../../request/request_head.ts";

/** The body of a request as a framework has it. */
export interface SentBody {
  /** Whether the application's body parser has read it. */
  readonly isParsed: boolean;
  /** Opens it, if it has not been read. */
  open(): ReadableStream<Uint8Array>;
}

/** A body to pass on, and the headers that describe it. */
export interface PassedBody {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly headers: Headers;
}

/**
 * Bytes up to which a body of known length is read first: then the request can
 * be sent a second time, with a renewed token.
 */
const SMALL = 65_536;

/**
 * Prepares a body for the API: what a parser of the application has read is
 * serialised again, a small body is read, and any other is streamed.
 *
 * @param limit in bytes
 * @throws PayloadTooLarge, InvalidRequest or ConfigurationError
 */
export async function readProxyBody(
  incoming: Pick<Incoming, "header" | "body">,
  { isParsed, open }: SentBody,
  { headers, limit }: { readonly headers: Headers; readonly limit: number },
): Promise<PassedBody> {
  const length = Number(incoming.header("content-length") ?? NaN);
  if (length > limit) {
    // Drops what comes, so that the answer arrives.
    if (!isParsed) await incoming.body(0).catch(() => {});
    throw toTooLarge(limit);
  }
  if (!isParsed && !(length <= SMALL)) {
    return { body: open(), headers };
  }
  const read = await incoming.body(limit).catch((cause) => {
    throw toAuthError(cause) ??
      new InvalidRequest("The body could not be read.", { cause });
  });
  if (read.kind === "too large") throw toTooLarge(limit);
  const rest = new Headers(headers);
  // fetch knows the length.
  rest.delete("content-length");
  if (!isParsed && read.kind === "bytes") {
    return { body: new Uint8Array(read.bytes), headers: rest };
  }
  // Parsers undo the encoding.
  rest.delete("content-encoding");
  return toParsed(read, rest);
}

/** Serialises a parsed body again. */
function toParsed(
  body: Exclude<Body, { kind: "too large" }>,
  headers: Headers,
): PassedBody {
  if (body.kind === "bytes") {
    return { body: new Uint8Array(body.bytes), headers };
  }
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  const text = serialize(body.value, type.trim().toLowerCase());
  if (text === undefined) {
    throw new ConfigurationError([
      `A body parser has read a request of the type "${type}", which cannot be written again: mount the proxy before the parser.`,
    ]);
  }
  headers.set("content-type", type);
  return { body: new TextEncoder().encode(text), headers };
}

function serialize(value: unknown, type: string): string | undefined {
  if (/^application\/(?:[\w.-]+\+)?json$/.test(type)) {
    return JSON.stringify(value);
  }
  return type === "application/x-www-form-urlencoded"
    ? toFields(value)?.toString()
    : undefined;
}

/** The error for a body over the limit. */
export function toTooLarge(limit: number): PayloadTooLarge {
  return new PayloadTooLarge(`The body is over ${limit} bytes.`);
}
