import { toHostRequest } from "../../core/pipeline/host/host_request.ts";
import {
  assertProxy,
  type ProxyOptions,
} from "../../core/pipeline/proxy/proxy_options.ts";
import { passOn } from "../../server/proxy.ts";
import { send } from "../../server/send.ts";
import type {
  ServerMiddleware,
  ServerRequest,
  ServerResponse,
} from "../../server/types.ts";
import type { ApplicationConfig, FastifyHook, HttpAdapter } from "./core.ts";
import { toResponse } from "./host.ts";
import { type NestParts, owners } from "./parts.ts";
import type { NestAuthMiddleware } from "./types.ts";

/** Serves the auth routes, below the global prefix. */
export function serve(
  parts: NestParts,
  adapter: HttpAdapter,
  application: InstanceType<typeof ApplicationConfig>,
): void {
  const prefix = application.getGlobalPrefix().split("/").filter(Boolean);
  parts.nest.mount = ["", ...prefix, "auth"].join("/");
  if (adapter.getType() === "fastify") {
    adapter.getInstance().addHook("onRequest", createHook(parts));
  } else adapter.use(createMiddleware(parts));
}

/** Answers before Fastify parses the body. */
function createHook(parts: NestParts): FastifyHook {
  return async (request, reply) => {
    parts.nest.bind(request, reply);
    owners.set(request.raw, parts);
    const answer = await parts.host.handle(request, true);
    if (answer === null) return;
    send(toResponse(reply), answer);
    return reply;
  };
}

function createMiddleware(parts: NestParts): ServerMiddleware {
  return async (req, res, next) => {
    owners.set(req, parts);
    try {
      const answer = await parts.host.handle(req, true);
      if (answer !== null) return send(res, answer);
    } catch (error) {
      return next(error);
    }
    next();
  };
}

/** Creates the middleware that passes requests on to an API. */
export function createProxy(
  { config, nest }: NestParts,
  options: ProxyOptions,
): NestAuthMiddleware {
  assertProxy(options, config);
  return async (given, res, next) => {
    const req = given as ServerRequest;
    const { url = "", originalUrl = url } = req;
    // Fastify does not say what it has cut off.
    const mount = req.baseUrl ??
      (originalUrl.endsWith(url) ? originalUrl.slice(0, -url.length) : "");
    try {
      const request = toHostRequest(req, nest.toIncoming(req), config);
      const call = { req, res: res as ServerResponse, request, options, mount };
      await passOn(call);
    } catch (error) {
      next(error);
    }
  };
}
