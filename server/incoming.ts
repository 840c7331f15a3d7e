import type {
  Incoming,
  ReportedAddress,
} from "../core/request/request_head.ts";
import { toCookieHeader } from "../core/pipeline/host/current.ts";
import { findMount, hasRoute } from "./find_route.ts";
import { readBody } from "./read_body.ts";
import type { ServerRequest } from "./types.ts";

/**
 * Maps a Node request to the pipeline's `Incoming`, without building web
 * objects.
 *
 * @param mount the path that the handler of the auth routes is mounted under
 */
export function toIncoming(
  req: ServerRequest,
  mount: Incoming["mount"] = null,
): Incoming {
  return {
    ...toHead(req),
    method: req.method ?? "GET",
    headers: () => listHeaders(req),
    target: req.originalUrl ?? req.url ?? "/",
    mount,
    address: (ask) =>
      ask === null || ask === undefined
        ? toReportedAddress(req)
        : { text: ask(req), isPeer: false },
    body: (limit) => readBody(req, limit),
  };
}

/**
 * Maps a request to a route of the application.
 *
 * @param handler the middleware of the auth routes
 */
export function toHostIncoming(req: ServerRequest, handler: unknown): Incoming {
  return {
    ...toIncoming(req),
    // Most pages never ask: the routers of a large application take time.
    get mount() {
      return findMount(req, handler);
    },
    hasRoute: (path) => hasRoute(req, handler, path),
  };
}

/** Maps only the fields that a session read needs. */
export function toHead(
  req: ServerRequest,
): Pick<Incoming, "origin" | "isVouched" | "header"> {
  return {
    origin: () => toReportedOrigin(req),
    isVouched: () => trustsPeer(req),
    header: (name) => {
      const value = req.headers[name];
      const text = (Array.isArray(value) ? value.join(", ") : value) ?? null;
      // As the response will leave them.
      return name === "cookie" ? toCookieHeader(req, text) : text;
    },
  };
}

function* listHeaders(
  { headers }: ServerRequest,
): Iterable<readonly [name: string, value: string]> {
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 pseudo-headers are not headers.
    if (name.startsWith(":")) continue;
    for (const one of [value ?? []].flat()) yield [name, one];
  }
}

/**
 * The scheme and host as reported by Express. Forwarded headers count only
 * where its `trust proxy` setting allows them.
 */
function toReportedOrigin(req: ServerRequest): string | null {
  const { socket } = req as Connected;
  const protocol = req.protocol ?? (socket?.encrypted ? "https" : "http");
  const forwarded = trustsPeer(req)
    ? toFirst(req.headers["x-forwarded-host"])
    : null;
  // HTTP/2 has the host in a field of its own (RFC 9113 section 8.3.1).
  const host = forwarded ??
    toFirst(req.headers[":authority"] ?? req.headers.host);
  return host === null ? null : `${protocol}://${host}`;
}

/** Fields that Express and Node add to {@link ServerRequest}. */
interface Connected {
  readonly app?: { get?: (name: string) => unknown };
  readonly socket?: { encrypted?: boolean; remoteAddress?: string };
  readonly ip?: string;
}

/** Whether Express trusts the TCP peer of this connection. */
function trustsPeer(req: ServerRequest): boolean {
  const { app, socket } = req as Connected;
  const trust = app?.get?.("trust proxy fn");
  return typeof trust === "function" &&
    trust(socket?.remoteAddress, 0) === true;
}

/**
 * The client's address according to Express's `trust proxy` setting. A trusted
 * peer is a proxy: if it reports no address, the client is unknown.
 */
function toReportedAddress(req: ServerRequest): ReportedAddress {
  const { socket } = req as Connected;
  const peer = socket?.remoteAddress;
  if (!trustsPeer(req)) return { text: peer, isPeer: true };
  // Read only here, because Express computes it from the headers each time.
  const { ip } = req as Connected;
  return { text: ip === peer ? null : ip, isPeer: false };
}

function toFirst(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header[0] : header;
  return text?.split(",")[0]?.trim() || null;
}
