import type { ConfigSource } from "../core/config/config.ts";
import type { Cookie } from "../core/http/cookie_policy.ts";
import type { Session } from "../core/model/model.ts";
import { loadPipeline } from "../core/pipeline/load_pipeline.ts";
import { recordReply } from "../core/pipeline/host/current.ts";
import type { RequireOptions } from "../core/pipeline/host/guards/options.ts";
import {
  isAuthRequest,
  toHostRequest,
} from "../core/pipeline/host/host_request.ts";
import { visitSession } from "../core/pipeline/host/session_access.ts";
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

/** Creates the middleware that serves the auth routes. */
export function toHandler<R extends ServerRequest>(
  config: ConfigSource<R>,
): ServerMiddleware<R> {
  return async function handler(req, res, next) {
    try {
      const mount = toMount(req, handler);
      const request = toHostRequest(req, toIncoming(req, mount), config);
      if (await isAuthRequest(request)) {
        const { handle } = await loadPipeline();
        const reply = await handle(request.incoming, request.getConfig);
        send(res, await recordReply(req, reply));
        return;
      }
    } catch (error) {
      return next(toThrown(error));
    }
    next();
  };
}

/** Creates the middleware that reads the session. */
export function toSessionMiddleware<R extends ServerRequest>(
  config: ConfigSource<R>,
): ServerMiddleware<R> {
  return async (req, res, next) => {
    try {
      const request = toHostRequest(req, toHead(req), config);
      const { value, cookies } = await visitSession(request);
      writeCookies(res, cookies);
      shareSession(res, value);
    } catch (error) {
      return next(toThrown(error));
    }
    // Outside of try: errors of later middleware are not ours to catch.
    next();
  };
}

/**
 * Creates the middleware that lets only signed-in users through.
 *
 * @param handler the middleware of the auth routes
 */
export function toGuard<S, R extends ServerRequest>(
  config: ConfigSource<R>,
  options: RequireOptions<S>,
  handler: ServerMiddleware<R>,
): ServerMiddleware<R> {
  return async (req, res, next) => {
    try {
      const request = {
        ...toHostRequest(req, toHead(req), config),
        // Only a request that does not pass at once is mapped as a whole.
        whole: () => toHostIncoming(req, handler),
        fields: () => req.body,
      };
      const { requireSession } = await loadPipeline();
      const passage = await requireSession(request, options);
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

/**
 * Shares the session in `res.locals`, where Express keeps values for templates;
 * Connect has none. A response depends on the session as soon as something reads
 * it there: files that are served behind this middleware do not.
 */
function shareSession(res: ServerResponse, session: Session | null): void {
  const holder = res as { locals?: ServerLocals };
  Object.defineProperty(holder.locals ??= {}, "session", {
    get: () => {
      limitCaches(res, session !== null);
      return session;
    },
    // The application may replace it.
    set(this: ServerLocals, value: unknown) {
      Object.defineProperty(this, "session", { value, writable: true });
    },
    enumerable: true,
    configurable: true,
  });
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
  isPrivate = false,
): void {
  writeCookies(toResponse(req), cookies);
  if (isPrivate) limitCaches(toResponse(req), true);
}
