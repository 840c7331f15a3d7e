import { readCapped } from "../../http/stream.ts";
import type { Body, Incoming } from "../../request/request_head.ts";
import type { ProxyRequest } from "../proxy/order.ts";

/**
 * Maps a Request.
 *
 * @param info the platform's second argument, passed to the option
 * `clientAddress`
 */
export function toIncoming(request: Request, info?: unknown): Incoming {
  return {
    method: request.method,
    ...readUrl(request.url),
    mount: null,
    header: (name) => request.headers.get(name),
    // A Request does not know the client's address.
    address: (ask) => ({ text: ask?.(request, info), isPeer: false }),
    headers: () => request.headers,
    body: (limit) => readBody(request, limit),
  };
}

/** Maps only the fields that a session read needs. */
export function toHead(
  request: Request,
): Pick<Incoming, "origin" | "header"> {
  return {
    // Parsing a URL takes long, and a configured origin needs none.
    origin: () => readUrl(request.url).origin(),
    header: (name) => request.headers.get(name),
  };
}

/** Maps the parts of a Request that only a proxy needs. */
export function toProxyParts(
  request: Request,
): Pick<ProxyRequest, "path" | "mount" | "body" | "signal"> {
  const { body, bodyUsed, signal, headers } = request;
  return {
    path: readUrl(request.url).target,
    mount: "",
    body: body === null || headers.get("content-length") === "0"
      ? null
      : { isParsed: bodyUsed, open: () => body },
    signal,
  };
}

/**
 * Parses a URL that may be invalid: Deno and Bun put an invalid Host header
 * into the URL, or leave the host out.
 */
function readUrl(text: string): Pick<Incoming, "origin" | "target"> {
  try {
    const url = new URL(text);
    return { origin: () => url.origin, target: url.pathname + url.search };
  } catch {
    const [, target = "/"] = /^(?:[a-z]+:\/\/[^/?#]*)?(\/[^#]*)/i.exec(text) ??
      [];
    return { origin: () => null, target };
  }
}

async function readBody(request: Request, limit: number): Promise<Body> {
  const bytes = await readCapped(request.body, limit);
  return bytes === null ? { kind: "too large" } : { kind: "bytes", bytes };
}
