import { concat, isDropped } from "../core/http/stream.ts";
import { toConsumedBody } from "../core/request/consumed_body.ts";
import type { Body } from "../core/request/request_head.ts";
import type { ServerRequest } from "./types.ts";

/**
 * Returns the body: the result of the application's body parser, or the stream,
 * read here. Express 4's parsers set an empty object if they parsed nothing.
 *
 * @param body the result; default: where Express has it
 */
export async function readBody(
  req: ServerRequest,
  limit: number,
  body: unknown = req.body,
): Promise<Body> {
  if (isBytes(body)) {
    const bytes = toBytes(body);
    return bytes.length > limit
      ? { kind: "too large" }
      : { kind: "bytes", bytes };
  }
  if (isConsumed(req, body)) {
    throw toConsumedBody(
      "Mount the auth routes, guards and proxies before that code, or have it leave what it read in `req.body`.",
    );
  }
  return isParsed(req, body)
    ? { kind: "parsed", value: body }
    : await readStream(req, limit);
}

/** Whether other code has read a body to its end and left nothing of it. */
function isConsumed(req: ServerRequest, body: unknown): boolean {
  const { headers } = req;
  const { readableEnded } = req as { readableEnded?: boolean };
  const { "content-length": length = "0" } = headers;
  const hadBody = length !== "0" || headers["transfer-encoding"] !== undefined;
  return body === undefined && hadBody && readableEnded === true;
}

/** Whether the application has read the body, with a parser or otherwise. */
export function isParsed(
  req: ServerRequest,
  body: unknown = req.body,
): boolean {
  const { readableEnded } = req as { readableEnded?: boolean };
  return readableEnded === true || isBytes(body) ||
    (body !== undefined && body !== null && Object.keys(body).length > 0);
}

function isBytes(body: unknown): body is Uint8Array | string {
  return body instanceof Uint8Array || typeof body === "string";
}

function readStream(req: ServerRequest, limit: number): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  const toEnd = isDropped(req.headers["content-length"]);
  return new Promise((resolve, reject) => {
    const leave = () => {
      // Every request is closed in the end, and an error takes time to create.
      if (!isWhole) reject(new Error("the client went away"));
    };
    // A client that left before the listeners were added emits no further
    // event.
    if ((req as { destroyed?: boolean }).destroyed === true) return leave();
    req.on("data", (data) => {
      const chunk = toBytes(data as Uint8Array | string);
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else if (!toEnd) {
        // Not destroyed: the response still has to go out on this connection.
        req.pause?.();
        resolve({ kind: "too large" });
      }
    });
    req.on("end", () => {
      isWhole = true;
      resolve(
        size > limit
          ? { kind: "too large" }
          : { kind: "bytes", bytes: concat(chunks, size) },
      );
    });
    req.on("error", reject);
    req.on("close", leave);
  });
}

/** Converts a chunk to bytes; a stream with an encoding set yields text. */
export function toBytes(data: Uint8Array | string): Uint8Array {
  return typeof data === "string" ? new TextEncoder().encode(data) : data;
}
