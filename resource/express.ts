/**
 * Guards APIs and MCP servers that are built with Express 4 or 5, or with
 * Connect: verifies access tokens, and tells clients how to get one.
 *
 * @example
 * ```ts
 * import express from "express";
 * import { protect } from "@latchkey/auth/resource/express";
 *
 * const api = protect({
 *   resource: "https://api.example.com",
 *   issuer: "https://login.example.com",
 * });
 *
 * const app = express();
 * app.use(api);
 * app.get("/reports", api.require({ scopes: "reports:read" }), (_req, res) => {
 *   res.json({ hello: res.locals.access.subject });
 * });
 * ```
 *
 * @module
 */

import type { HeaderList } from "../core/http/headers.ts";
import type {
  Next,
  ServerMiddleware,
  ServerRequest,
  ServerResponse,
} from "../server/types.ts";
import type { Awaitable, Session } from "../core/model/model.ts";
import type { Access } from "./access.ts";
import type { ClientCertificate } from "./bound/certificate.ts";
import type { FoundSession } from "./identify.ts";
import type { ResourceAnswer } from "./answers/answer.ts";
import type { ResourceRequest } from "./credential.ts";
import { answerFailure, answerPublic, decide } from "./decide.ts";
import { type Guard, type ProtectOptions, toGuard } from "./options.ts";
import type { AccessRules } from "./rules/rules.ts";

export type { ClientCertificate } from "./bound/certificate.ts";
export type {
  IntrospectionAuth,
  IntrospectionOptions,
} from "./introspection/introspection_options.ts";
export type { DpopOptions } from "./bound/dpop_options.ts";
export type { Store } from "../core/model/store.ts";
export type * from "./access.ts";
export type { Accepted } from "./identify.ts";
export type { IssuerAccounts } from "./issuers/accounts.ts";
export type { IssuerOptions } from "./issuers/issuer.ts";
export type { ProtectOptions } from "./options.ts";
export type { AccessRules, ScopeRule } from "./rules/rules.ts";
export type { Logger } from "../core/runtime/log.ts";
export type {
  Next,
  ServerMiddleware,
  ServerRequest,
  ServerResponse,
} from "../server/types.ts";

/**
 * A middleware that lets only requests with a token through. For the handlers
 * after it in the same call, TypeScript knows the type of `res.locals.access`.
 */
export interface AccessGuard<R extends ServerRequest = ServerRequest> {
  /** For routers, and responses without `locals`. */
  (req: R, res: ServerResponse, next: Next): Promise<void>;
  /** The type of `locals` is taken from the last signature. */
  (
    req: R,
    res: ServerResponse & { locals?: { access: Access } },
    next: Next,
  ): Promise<void>;
}

/** The options of {@link protect}. */
export interface ServerProtectOptions<
  R extends ServerRequest = ServerRequest,
> extends ProtectOptions {
  /**
   * Returns the certificate that the client proved at the TLS handshake: as PEM,
   * or the bytes of its DER form; null without one. Take it from a header only if
   * a proxy of yours sets or removes that header in every request. Default: that of Node's
   * socket, which has one only if Node itself asked the client for it.
   */
  certificate?:
    | ((req: R) => Awaitable<ClientCertificate | null>)
    | undefined;
  /** Reads the session of a request, for routes that accept one: `(req) => auth.getSession(req)`. */
  session?: ((req: R) => Awaitable<Session | null>) | undefined;
}

/** The middleware that {@link protect} returns, with the guards of routes. */
export interface ResourceMiddleware<R extends ServerRequest = ServerRequest>
  extends ServerMiddleware<R> {
  /**
   * Creates a middleware for routes and routers: sets `res.locals.access`, or
   * answers with 401 and a challenge without a valid token (RFC 6750), 403 if it
   * lacks a scope, 503 while the issuer cannot be asked.
   */
  require(rules?: AccessRules<R>): AccessGuard<R>;
  /**
   * Middleware for errors, behind the routes: answers those of
   * `createTokenClient` that the caller can do something about with 401 or 403
   * and a challenge, and with 503 while an issuer or storage cannot be reached.
   * It passes on every other error.
   */
  refuse(error: unknown, req: R, res: ServerResponse, next: Next): void;
}

/**
 * Creates the guard of an API. The middleware itself answers what needs no
 * token: `/.well-known/oauth-protected-resource`, with the path of the resource
 * behind it (RFC 9728), and pre-flights of pages. Put it before all routes.
 *
 * @throws ConfigurationError that lists every mistake
 */
export function protect<R extends ServerRequest = ServerRequest>(
  options: ServerProtectOptions<R>,
): ResourceMiddleware<R> {
  const guard = toGuard(options);
  const handler: ServerMiddleware<R> = async (req, res, next) => {
    let answer: ResourceAnswer | null;
    try {
      answer = await answerPublic(guard, toRequest(req));
    } catch (error) {
      return next(error);
    }
    if (answer !== null) return send(res, answer);
    next();
  };
  // Express tells handlers of errors by their four parameters.
  const refuse = (error: unknown, req: R, res: ServerResponse, next: Next) => {
    const answer = answerFailure(guard, toRequest(req), error);
    if (answer === null) return next(error);
    send(res, answer);
  };
  const require = (rules: AccessRules<R> = {}) =>
    toMiddleware(guard, rules, options);
  return Object.assign(handler, { require, refuse });
}

/** Creates the middleware of a route. */
function toMiddleware<R extends ServerRequest>(
  guard: Guard,
  rules: AccessRules<R>,
  options: ServerProtectOptions<R>,
): AccessGuard<R> {
  const { certificate = readPeer } = options;
  return async (
    req: R,
    res: ServerResponse & { locals?: { access?: Access } },
    next: Next,
  ) => {
    try {
      const request = toRequest(req, () => certificate(req));
      const readSession = toReader(options, req);
      const asked = { rules, own: req, readSession };
      const decision = await decide(guard, request, asked);
      if (decision.kind === "refused") return send(res, decision.answer);
      writeHeaders(res, decision.headers);
      res.locals ??= {};
      res.locals.access = decision.access;
    } catch (error) {
      return next(error);
    }
    // Outside of try: errors of later middleware are not ours to catch.
    next();
  };
}

/** Sessions are read, and their cookies written, by `auth.getSession`. */
function toReader<R extends ServerRequest>(
  { session }: ServerProtectOptions<R>,
  req: R,
): (() => Promise<FoundSession>) | undefined {
  return session &&
    (async () => ({ session: await session(req), headers: [] }));
}

/** The part of Node's `TLSSocket` that is used. */
interface PeerSocket {
  getPeerCertificate?(): { readonly raw?: Uint8Array } | null;
}

/** Returns the certificate that the client proved to Node itself. */
function readPeer(req: ServerRequest): Uint8Array | null {
  const { socket } = req as { readonly socket?: PeerSocket };
  return socket?.getPeerCertificate?.()?.raw ?? null;
}

/** In `headers`, Node keeps the first of several values, and a proxy may have looked at another. */
interface DistinctHeaders {
  readonly headersDistinct?: Readonly<
    Record<string, readonly string[] | undefined>
  >;
}

function toRequest(
  req: ServerRequest,
  certificate: ResourceRequest["certificate"] = () => null,
): ResourceRequest {
  return {
    method: req.method ?? "GET",
    target: req.originalUrl ?? req.url ?? "/",
    header: (name) => {
      const all = (req as DistinctHeaders).headersDistinct?.[name] ?? [];
      const value = all.length > 1 ? [...all] : req.headers[name];
      return (Array.isArray(value) ? value.join(", ") : value) ?? null;
    },
    json: () => req.body ?? null,
    certificate,
  };
}

function send(
  res: ServerResponse,
  { status, headers, body }: ResourceAnswer,
): void {
  if (res.headersSent) return;
  res.statusCode = status;
  writeHeaders(res, headers);
  res.end(body ?? undefined);
}

function writeHeaders(res: ServerResponse, headers: HeaderList): void {
  for (const [name, value] of headers) {
    const known = name === "vary" ? res.getHeader(name) : undefined;
    res.setHeader(name, known === undefined ? value : `${known}, ${value}`);
  }
}
