import type { ConfigSource } from "../core/config/config.ts";
import type { Cookie } from "../core/http/cookie_policy.ts";
import type { Session } from "../core/model/model.ts";
import {
  answerRoute,
  type HostInstance,
} from "../core/pipeline/host/create_host.ts";
import type { RequireOptions } from "../core/pipeline/host/guards/options.ts";
import {
  type Host,
  toHostRequest,
} from "../core/pipeline/host/host_request.ts";
import { showSession } from "../core/pipeline/host/show_session.ts";
import {
  assertProxy,
  type ProxyOptions,
} from "../core/pipeline/proxy/proxy_options.ts";
import { toMount } from "./mount.ts";
import { passOn } from "./proxy.ts";
import { toHead, toHostIncoming, toIncoming } from "./incoming.ts";
import { limitCaches, send, writeCookies } from "./send.ts";
import type {
  ServerLocals,
  ServerMiddleware,
  ServerRequest,
  ServerResponse,
} from "./types.ts";

/** What the middleware needs of the library. */
type ServerHost<S, R extends ServerRequest> = HostInstance<R, S, unknown>;

/** Describes Express: its requests, and how its responses take cookies. */
export function toHost<R extends ServerRequest>(
  handler: unknown,
): Host<R, void> {
  return {
    toIncoming: (req) => toHostIncoming(req, handler),
    toHead,
    write: writeBeside,
    hasBegun: (req) => toResponse(req)?.headersSent !== false,
  };
}

/** Creates the middleware that serves the auth routes. */
export function toHandler<R extends ServerRequest>(
  config: ConfigSource<R>,
): ServerMiddleware<R> {
  const handler: ServerMiddleware<R> = async (req, res, next) => {
    try {
      const request = toHostRequest(
        req,
        toIncoming(req, toMount(req, handler)),
        config,
      );
      const reply = await answerRoute(request);
      if (reply !== null) return send(res, reply);
    } catch (error) {
      return next(toThrown(error));
    }
    next();
  };
  return handler;
}

/** Creates the middleware that reads the session. */
export function toSessionMiddleware<S, R extends ServerRequest>(
  { visit }: ServerHost<S, R>,
): ServerMiddleware<R> {
  return async (req, res, next) => {
    try {
      const { value, cookies } = await visit(req);
      writeCookies(res, cookies);
      shareSession(res, value);
    } catch (error) {
      return next(toThrown(error));
    }
    // Outside of try: errors of later middleware are not ours to catch.
    next();
  };
}

/** Creates the middleware that lets only signed-in users through. */
export function toGuard<S, R extends ServerRequest>(
  { guard }: ServerHost<S, R>,
  options: RequireOptions<S>,
): ServerMiddleware<R> {
  return async (req, res, next) => {
    try {
      const passage = await guard(req, options, () => req.body);
      if (passage.kind === "refused") return send(res, passage.reply);
      writeCookies(res, passage.cookies);
      limitCaches(res, true);
      shareSession(res, passage.session);
    } catch (error) {
      return next(toThrown(error));
    }
    next();
  };
}

/**
 * Creates the middleware that passes requests on to an API.
 *
 * @param handler the middleware of the auth routes
 */
export function toProxy<R extends ServerRequest>(
  config: ConfigSource<R>,
  options: ProxyOptions,
  handler: ServerMiddleware<R>,
): ServerMiddleware<R> {
  assertProxy(options, config);
  return async (req, res, next) => {
    try {
      const incoming = toHostIncoming(req, handler);
      const request = toHostRequest(req, incoming, config);
      await passOn({ req, res, request, options });
    } catch (error) {
      next(toThrown(error));
    }
  };
}

/**
 * Returns a value that is safe for `next`: no value means "go on", and the
 * strings `route` and `router` mean "skip", so a thrown value must not become
 * one of them.
 */
function toThrown(error: unknown): object {
  return typeof error === "object" && error !== null ? error : new Error(
    "A callback or middleware threw a value that is not an Error.",
    { cause: error },
  );
}

/** Shares the session in `res.locals`, where Express keeps values for templates; Connect has none. */
function shareSession(res: ServerResponse, session: Session | null): void {
  const holder = res as { locals?: ServerLocals };
  const limit = () => limitCaches(res, session !== null);
  showSession(holder.locals ??= {}, session, limit);
}

/** Updates the session in `res.locals`, so that templates see the new one. */
export function updateLocals(req: ServerRequest, value: Session | null): void {
  const res = toResponse(req);
  const { locals } = (res ?? {}) as { locals?: ServerLocals };
  if (res !== undefined && locals !== undefined && "session" in locals) {
    shareSession(res, value);
  }
}

/** Returns the response that Express keeps on a request. */
export function toResponse(req: ServerRequest): ServerResponse | undefined {
  return (req as { res?: ServerResponse }).res;
}

/** Writes cookies into the response of a request, which the application sends. */
export function writeBeside(
  req: ServerRequest,
  cookies: readonly Cookie[],
  isPrivate?: boolean,
): void {
  writeCookies(toResponse(req), cookies);
  if (isPrivate !== undefined) limitCaches(toResponse(req), isPrivate);
}
