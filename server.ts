/**
 * The Express integration. It fits Express 4 and 5, and Connect: its request and
 * response types are structural, so Express is not a dependency.
 *
 * @example
 * ```ts
 * import express from "express";
 * import { ServerAuth, type ServerAuthConfig } from "@latchkey/auth/server";
 *
 * const auth = ServerAuth({
 *   secret: "a random text of at least 32 characters",
 *   providers: [{
 *     id: "work",
 *     name: "Work",
 *     type: "oidc",
 *     issuer: "https://login.example.com",
 *     clientId: "my-app",
 *   }],
 * } satisfies ServerAuthConfig);
 *
 * const app = express();
 * app.use("/auth", auth);
 * app.use(auth.session);
 * app.get("/", (_req, res) => {
 *   res.send(`Hello ${res.locals.session?.user?.name ?? "stranger"}`);
 * });
 * app.get("/private", auth.require(), (_req, res) => {
 *   res.send("Only for people who are signed in");
 * });
 * ```
 *
 * @module
 */

import { handle } from "./core/auth.ts";
import type { AuthConfig } from "./core/config.ts";
import { type Cookie, serializeCookie } from "./core/cookies.ts";
import type { Session } from "./core/model.ts";
import type { Reply } from "./core/reply.ts";
import type { Body, Incoming } from "./core/request.ts";
import { serializeBody } from "./core/response.ts";
import { concat } from "./core/stream.ts";
import {
  checkConfig,
  isAuthRequest,
  NO_STORE,
  requireSession,
  type Revocation,
  revokeSessions,
  visitCsrfToken,
  visitSession,
} from "./core/visit.ts";

/** The configuration of the Express integration. */
export type ServerAuthConfig = AuthConfig;

/** What the library uses of a request; those of Express 4 and 5, Connect and Node fit. */
export interface ServerRequest {
  /** HTTP method. */
  method?: string | undefined;
  /** Path and query, below the mount. */
  url?: string | undefined;
  /** Path and query as they came. */
  originalUrl?: string | undefined;
  /** Path of the mount. */
  baseUrl?: string | undefined;
  /** `http` or `https`, as the framework understands it. */
  protocol?: string | undefined;
  /** Headers by lower-case name. */
  headers: Record<string, string | string[] | undefined>;
  /** What a body parser made of the body. */
  body?: unknown;
  /** Listens to the body. */
  // deno-lint-ignore no-explicit-any -- any listener fits
  on(event: string, listener: (...args: any[]) => void): unknown;
  /** Stops the body. */
  pause?(): unknown;
}

/** What the library uses of a response. */
export interface ServerResponse {
  /** HTTP status. */
  statusCode: number;
  /** Whether the answer has begun. */
  headersSent: boolean;
  /** A header that was set. */
  getHeader(name: string): number | string | string[] | undefined;
  /** Sets a header. */
  setHeader(name: string, value: string | string[]): unknown;
  /** Sends the answer. */
  end(text?: string): unknown;
}

/** Passes a request on, or an error to the host's error handler. */
export type Next = (error?: unknown) => void;

/** A middleware of the library. It never rejects: errors go to `next`. */
export type ServerMiddleware = (
  req: ServerRequest,
  res: ServerResponse,
  next: Next,
) => Promise<void>;

/** Options of a guard. */
export interface RequireOptions {
  /** Where to send who is not signed in. Default: the sign-in page, and back here after. */
  redirectTo?: string | undefined;
}

/** The handler of the auth routes, with everything else as properties. */
export interface ServerAuthHandler extends ServerMiddleware {
  /** Middleware: reads the session once and puts it into `res.locals.session`. */
  readonly session: ServerMiddleware;
  /**
   * Middleware for routes and routers: only who is signed in gets through.
   * Browsers are sent to the sign-in page, programs get 401 as JSON.
   */
  require(options?: RequireOptions): ServerMiddleware;
  /** The session of a request, or null. Writes cookies that are due. */
  getSession(req: ServerRequest): Promise<Session | null>;
  /** The `csrfToken` field for a form of your own that posts to an auth route. */
  csrfToken(req: ServerRequest): Promise<string>;
  /**
   * Ends one session (`{ session: sid }`), or all of a person (`{ user: sub }`)
   * that began before now.
   */
  revoke(what: Revocation): Promise<void>;
}

/**
 * Makes the Express middleware that serves the auth routes. Mount it with
 * `app.use("/auth", auth)`, before or after body parsers.
 *
 * @experimental The server integration may change before 1.0.
 * @throws ConfigurationError that lists every mistake in the configuration;
 * what the environment may still bring is checked at first use
 */
export function ServerAuth(config: ServerAuthConfig): ServerAuthHandler {
  checkConfig(config);
  const handler: ServerMiddleware = async (req, res, next) => {
    try {
      const incoming = toIncoming(req);
      if (isAuthRequest(incoming, config)) {
        send(res, await handle(incoming, config));
      } else next();
    } catch (error) {
      next(error);
    }
  };
  return Object.assign(handler, {
    session: toSessionMiddleware(config),
    require: (options: RequireOptions = {}) => toGuard(config, options),
    getSession: (req: ServerRequest) => getSession(req, config),
    csrfToken: async (req: ServerRequest) => {
      const visit = await visitCsrfToken(req, toIncoming(req), config);
      writeCookies(toResponse(req), visit.cookies);
      return visit.value;
    },
    revoke: (what: Revocation) => revokeSessions(config, what),
  });
}

/**
 * The session of a request, or null. Reads it once per request, and writes
 * cookies that are due through `req.res` if the answer has not begun.
 *
 * @throws AuthError if the configuration is wrong, the store is out of order,
 * or a callback threw; never because of what a client sent
 *
 * @example
 * ```ts
 * import express from "express";
 * import { getSession, type ServerAuthConfig } from "@latchkey/auth/server";
 *
 * const config: ServerAuthConfig = { providers: [] };
 * const app = express();
 * app.get("/", async (req, res) => {
 *   const session = await getSession(req, config);
 *   res.send(`Hello ${session?.user?.name ?? "stranger"}`);
 * });
 * ```
 */
export async function getSession(
  req: ServerRequest,
  config: ServerAuthConfig,
): Promise<Session | null> {
  const visit = await visitSession(req, toIncoming(req), config);
  writeCookies(toResponse(req), visit.cookies);
  return visit.value;
}

function toSessionMiddleware(config: ServerAuthConfig): ServerMiddleware {
  return async (req, res, next) => {
    try {
      const visit = await visitSession(req, toIncoming(req), config);
      writeCookies(res, visit.cookies);
      toLocals(res).session = visit.value;
    } catch (error) {
      return next(error);
    }
    // Outside of try: what a later middleware throws is not ours to catch.
    next();
  };
}

function toGuard(
  config: ServerAuthConfig,
  options: RequireOptions,
): ServerMiddleware {
  return async (req, res, next) => {
    try {
      const { redirectTo = null } = options;
      const passage = await requireSession(
        req,
        toIncoming(req),
        config,
        redirectTo,
      );
      if (passage.kind === "refused") return send(res, passage.reply);
      writeCookies(res, passage.cookies);
      toLocals(res).session = passage.session;
    } catch (error) {
      return next(error);
    }
    next();
  };
}

/** Express keeps values for templates here; Connect has no such place. */
function toLocals(res: ServerResponse): Record<string, unknown> {
  const holder = res as { locals?: Record<string, unknown> };
  return holder.locals ??= {};
}

function toResponse(req: ServerRequest): ServerResponse | undefined {
  return (req as { res?: ServerResponse }).res;
}

function toIncoming(req: ServerRequest): Incoming {
  const target = req.originalUrl ?? req.url ?? "/";
  return {
    method: req.method ?? "GET",
    origin: toReportedOrigin(req),
    target,
    mount: req.baseUrl ?? "",
    header: (name) => {
      const value = req.headers[name];
      return (Array.isArray(value) ? value.join(", ") : value) ?? null;
    },
    body: (limit) => readBody(req, limit),
  };
}

/**
 * What Express says of scheme and host. Forwarded headers count exactly where
 * its `trust proxy` setting says so, and nowhere else.
 */
function toReportedOrigin(req: ServerRequest): string | null {
  const { app, socket } = req as {
    app?: { get?: (name: string) => unknown };
    socket?: { encrypted?: boolean; remoteAddress?: string };
  };
  const protocol = req.protocol ?? (socket?.encrypted ? "https" : "http");
  const trust = app?.get?.("trust proxy fn");
  const isTrusted = typeof trust === "function" &&
    trust(socket?.remoteAddress, 0) === true;
  const forwarded = isTrusted ? toFirst(req.headers["x-forwarded-host"]) : null;
  const host = forwarded ?? toFirst(req.headers.host);
  return host === null ? null : `${protocol}://${host}`;
}

function toFirst(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header[0] : header;
  return text?.split(",")[0]?.trim() || null;
}

/**
 * The body: what a parser of the host made of it, or the stream, read here.
 * Express 4's parsers put an empty object where they parsed nothing.
 */
function readBody(req: ServerRequest, limit: number): Promise<Body> {
  const { body } = req;
  if (body instanceof Uint8Array) {
    return Promise.resolve({ kind: "bytes", bytes: body });
  }
  if (typeof body === "string") {
    return Promise.resolve({
      kind: "bytes",
      bytes: new TextEncoder().encode(body),
    });
  }
  const { readableEnded } = req as { readableEnded?: boolean };
  const isParsed = readableEnded === true ||
    (body !== undefined && body !== null && Object.keys(body).length > 0);
  return isParsed
    ? Promise.resolve({ kind: "parsed", value: body })
    : readStream(req, limit);
}

function readStream(req: ServerRequest, limit: number): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    req.on("data", (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        // Not destroyed: the answer still has to go out on this connection.
        req.pause?.();
        resolve({ kind: "too large" });
      }
    });
    req.on(
      "end",
      () => resolve({ kind: "bytes", bytes: concat(chunks, size) }),
    );
    req.on("error", reject);
    req.on("close", () => reject(new Error("the client went away")));
  });
}

function send(res: ServerResponse, reply: Reply): void {
  if (res.headersSent) return;
  res.statusCode = reply.status;
  writeHeaders(res, reply.headers);
  appendCookies(res, reply.cookies);
  // The rest of a body that was not read must not become the next request.
  if (reply.status === 413) res.setHeader("connection", "close");
  const body = serializeBody(reply.body);
  if (body !== null) res.setHeader("content-type", body.type);
  res.end(body?.text);
}

/** Cookies on an answer that is the host's own: no cache may keep it then. */
function writeCookies(
  res: ServerResponse | undefined,
  cookies: readonly Cookie[],
): void {
  if (res === undefined || res.headersSent || cookies.length === 0) return;
  writeHeaders(res, NO_STORE);
  appendCookies(res, cookies);
}

function writeHeaders(res: ServerResponse, headers: Reply["headers"]): void {
  for (const [name, value] of headers) {
    const vary = name === "vary" ? res.getHeader(name) : undefined;
    const known = vary === undefined ? [] : String(vary).split(/\s*,\s*/);
    res.setHeader(
      name,
      known.includes(value) ? known.join(", ") : [...known, value].join(", "),
    );
  }
}

/** One header a cookie; a cookie that was set before in this answer is replaced. */
function appendCookies(res: ServerResponse, cookies: readonly Cookie[]): void {
  if (cookies.length === 0) return;
  const names = cookies.map((cookie) => `${cookie.name}=`);
  const kept = toList(res.getHeader("set-cookie"))
    .filter((header) => !names.some((name) => header.startsWith(name)));
  res.setHeader("set-cookie", [...kept, ...cookies.map(serializeCookie)]);
}

function toList(header: number | string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return Array.isArray(header) ? header : [String(header)];
}
