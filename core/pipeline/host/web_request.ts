import { isDropped, readCapped } from "../../http/stream.ts";
import { toConsumedBody } from "../../request/consumed_body.ts";
import type { Body, Incoming } from "../../request/request_head.ts";
import type { ProxyRequest } from "../proxy/order.ts";
import { loadPipeline } from "../load_pipeline.ts";
import { toCookieHeader } from "./current.ts";

/**
 * Maps a Request.
 *
 * @param info the platform's second argument, passed to the option
 * `clientAddress`
 */
export function toIncoming(request: Request, info?: unknown): Incoming {
  return {
    method: request.method,
    origin: () => readOrigin(request.url),
    target: readTarget(request.url),
    mount: null,
    header: toHeaders(request),
    // A Request does not know the client's address.
    address: (ask) => ({ text: ask?.(request, info), isPeer: false }),
    headers: () => request.headers,
    body: (limit) => readBody(request, limit),
  };
}

/**
 * Maps a script's request for the data of a page as one for the page: guards
 * then lead the visitor back to it.
 *
 * @param target path and query of the page
 */
export function toPageRequest(incoming: Incoming, target: string): Incoming {
  const header = (name: string) =>
    name === "accept" ? "text/html" : incoming.header(name);
  return { ...incoming, target, header };
}

/** Maps only the fields that a session read needs. */
export function toHead(
  request: Request,
): Pick<Incoming, "origin" | "header"> {
  return {
    // Parsing a URL takes long, and a configured origin needs none.
    origin: () => readOrigin(request.url),
    header: toHeaders(request),
  };
}

/** The headers, with the cookies as the response will leave them. */
export function toHeaders(request: Request): Incoming["header"] {
  const { headers } = request;
  return (name) =>
    name === "cookie"
      ? toCookieHeader(request, headers.get(name))
      : headers.get(name);
}

/** Maps the parts of a Request that only a proxy needs. */
export function toProxyParts(
  request: Request,
): Pick<ProxyRequest, "path" | "mount" | "body" | "signal"> {
  const { body, bodyUsed, signal, headers } = request;
  return {
    path: readTarget(request.url),
    mount: "",
    body: body === null || headers.get("content-length") === "0"
      ? null
      : { isParsed: bodyUsed || body.locked, open: () => body },
    signal,
  };
}

/**
 * Returns the origin of a URL that may be invalid: Deno and Bun put an invalid
 * Host header into the URL, or leave the host out.
 */
function readOrigin(text: string): string | null {
  try {
    return new URL(text).origin;
  } catch {
    return null;
  }
}

/** URLs whose path and query stay as they are: they have no dots, escapes or backslashes. */
const PLAIN = /^https?:\/\/[\w.:-]+(\/[\w/-]*(?:\?[\w=&-]+)?)$/;

/** Returns path and query of a URL that may be invalid. */
function readTarget(text: string): string {
  // Parsing takes several times as long.
  const plain = PLAIN.exec(text)?.[1];
  if (plain !== undefined) return plain;
  try {
    const { pathname, search } = new URL(text);
    return pathname + search;
  } catch {
    return /^(?:[a-z]+:\/\/[^/?#]*)?(\/[^#]*)/i.exec(text)?.[1] ?? "/";
  }
}

async function readBody(request: Request, limit: number): Promise<Body> {
  if (request.bodyUsed || request.body?.locked) {
    throw toConsumedBody(
      "Let that code read `request.clone()` (in Hono, `c.req.raw.clone()`), or keep it away from this path.",
    );
  }
  try {
    const toEnd = isDropped(request.headers.get("content-length"));
    const bytes = await readCapped(request.body, limit, toEnd);
    return bytes === null ? { kind: "too large" } : { kind: "bytes", bytes };
  } catch (error) {
    // The framework has a limit, too.
    const { status } = Object(error) as { status?: unknown };
    if (status === 413) return { kind: "too large" };
    throw error;
  }
}

/** Reads a form from a copy, so that the application can still read it. */
export async function readFields(request: Request): Promise<unknown> {
  if (request.bodyUsed) return null;
  const { readForm } = await loadPipeline();
  const form = await readForm(toIncoming(request.clone()));
  return "fields" in form ? form.fields : null;
}
