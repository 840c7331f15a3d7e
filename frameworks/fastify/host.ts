import type { Host } from "../../core/pipeline/host/host_request.ts";
import { createNodeHost, cutMount } from "../../server/node_host.ts";
import type { ServerRequest, ServerResponse } from "../../server/types.ts";
import type { FastifyAuthReply, FastifyAuthRequest } from "./types.ts";

/** Fastify, and what is known of its requests. */
export interface FastifyHost extends Host<FastifyAuthRequest, void> {
  /** The member of instances with the paths of the auth routes, as registered. */
  readonly bases: symbol;
  /** Remembers the reply to a request, which takes the cookies. */
  bind(request: FastifyAuthRequest, reply: FastifyAuthReply): void;
  /** Whether a request goes to the auth routes. */
  isAuthRoute(request: FastifyAuthRequest): boolean;
}

/** Describes Fastify: its requests, and how its replies take cookies. */
export function createFastify(): FastifyHost {
  const replies = new WeakMap<object, FastifyAuthReply>();
  const bases = Symbol("the paths of the auth routes");
  /** Instances inherit the member from those around them. */
  const listBases = ({ server }: FastifyAuthRequest): readonly string[] =>
    (server as { [bases]?: readonly string[] })[bases] ?? [];
  return {
    bases,
    bind: (request, reply) => void replies.set(request.raw, reply),
    isAuthRoute: (request) =>
      listBases(request).some((one) => request.routeOptions.url === `${one}/*`),
    ...createNodeHost<FastifyAuthRequest>({
      toView: (request) => {
        const { raw, url, protocol, host, ip, ips = [], body } = request;
        const bases = listBases(request);
        const base = bases.at(-1);
        return {
          ...{ raw: raw as ServerRequest, url, protocol, host, ip, body },
          isForwarded: ips.length > 1,
          mount: base === undefined ? null : cutMount(base, url),
          hasRoute: (path) => bases.some((one) => path.startsWith(`${one}/`)),
        };
      },
      toResponse: ({ raw }) => {
        const reply = replies.get(raw);
        return reply && toResponse(reply);
      },
    }),
  };
}

/** Shows a reply as a response of Node. */
export function toResponse(reply: FastifyAuthReply): ServerResponse {
  return {
    get headersSent() {
      return reply.sent || reply.raw.headersSent;
    },
    set statusCode(status: number) {
      reply.code(status);
    },
    getHeader: (name) => reply.getHeader(name),
    // Fastify would add cookies to those that it has.
    setHeader: (name, value) => reply.removeHeader(name).header(name, value),
    end: (text) => reply.send(text),
  };
}
