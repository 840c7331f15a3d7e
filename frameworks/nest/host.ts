import type { Host } from "../../core/pipeline/host/host_request.ts";
import { toIncoming } from "../../server/incoming.ts";
import { toHost } from "../../server/middleware.ts";
import type { ServerRequest, ServerResponse } from "../../server/types.ts";
import { createFastify, toResponse as toNode } from "../fastify/host.ts";
import type { FastifyAuthReply, FastifyAuthRequest } from "../fastify/types.ts";
import type { NestAuthRequest } from "./types.ts";

/** Nest, on either of its platforms. */
export interface NestHost extends Host<NestAuthRequest, void> {
  /** The default path of the auth routes, below the global prefix. */
  mount: string;
  /** Remembers the reply to a request of Fastify, which takes the cookies. */
  bind(request: NestAuthRequest, reply: object): void;
}

/** What is read of the request that opened a WebSocket. */
interface SocketParts {
  readonly url?: string;
  readonly method?: string;
  /** Says whether it came by TLS. */
  readonly socket?: unknown;
}

/** The request that opened a WebSocket, once more for each message. */
interface SocketRequest extends ServerRequest {
  readonly isSocket: true;
  /** The request itself. */
  readonly opening: object;
}

/** Describes Nest: the requests of its platforms, and how they take cookies. */
export function createNest(): NestHost {
  const express = toHost<ServerRequest>(null);
  const fastify = createFastify();
  // Those of Fastify have that of Node inside.
  const pick = (request: NestAuthRequest) =>
    ("raw" in request ? fastify : express) as Host<NestAuthRequest, void>;
  const nest: NestHost = {
    mount: "/auth",
    bind: (request, reply) =>
      fastify.bind(
        request as object as FastifyAuthRequest,
        reply as FastifyAuthReply,
      ),
    toIncoming: (request) => {
      const { mount } = nest;
      if (!("raw" in request)) {
        const incoming = toIncoming(request as ServerRequest, mount);
        return { ...incoming, isReadOnly: "isSocket" in request };
      }
      const { hasRoute: _, ...incoming } = fastify.toIncoming(
        request as object as FastifyAuthRequest,
      );
      return { ...incoming, mount };
    },
    toHead: (request) => {
      const own = pick(request);
      return {
        ...own.toHead?.(request) ?? own.toIncoming(request),
        isReadOnly: "isSocket" in request,
      };
    },
    toKey: toRaw,
    hasBegun: (request) => pick(request).hasBegun?.(request) === true,
    write: (request, cookies, isPrivate) =>
      pick(request).write(request, cookies, isPrivate),
  };
  return nest;
}

/** Returns the request of Node that is in one of Fastify, or that of Express. */
export function toRaw(request: NestAuthRequest): object {
  return "raw" in request ? request.raw as object : request;
}

/** Returns the object that stands for a request, or for all of a WebSocket's. */
export function toOwned(request: NestAuthRequest): object {
  return "opening" in request ? request.opening as object : toRaw(request);
}

/** Returns what a parser made of the body. */
export function toBody(request: NestAuthRequest): unknown {
  return (request as { readonly body?: unknown }).body;
}

/** Shows a response of either platform as one of Node. */
export function toResponse(response: object): ServerResponse {
  return "raw" in response
    ? toNode(response as FastifyAuthReply)
    : response as ServerResponse;
}

/**
 * Returns the request that opened a WebSocket, as a new one: a session that has
 * ended since is not found again. Cookies do not count if a page of another site
 * opened it, because browsers let any page do so.
 */
export function toSocketRequest(
  opening: NestAuthRequest & SocketParts,
): SocketRequest {
  const { headers, url, method, socket } = opening;
  const { origin, host } = headers;
  const page = typeof origin === "string" && URL.canParse(origin)
    ? new URL(origin)
    : null;
  const isForeign = origin !== undefined && page?.host !== host;
  return {
    ...{ url, method, socket },
    ...{ isSocket: true, opening },
    headers: isForeign ? { ...headers, cookie: undefined } : headers,
    protocol: page?.protocol.slice(0, -1),
    on: () => {},
  };
}
