import type {
  FastifyReply,
  FastifyRequest,
  RawServerBase,
  RouteGenericInterface,
} from "fastify";

/**
 * The parts of a request that the library uses. Those of Fastify fit, whatever
 * their server and the types of their route.
 */
export type FastifyAuthRequest = Pick<
  FastifyRequest<RouteGenericInterface, RawServerBase>,
  | "body"
  | "host"
  | "ip"
  | "ips"
  | "protocol"
  | "raw"
  | "routeOptions"
  | "server"
  | "url"
>;

/** The parts of a reply that the library uses. */
export type FastifyAuthReply = Pick<
  FastifyReply<RouteGenericInterface, RawServerBase>,
  "code" | "getHeader" | "header" | "raw" | "removeHeader" | "send" | "sent"
>;

/** A hook for any of the phases of a request before its handler. */
export type FastifyAuthHook = (
  request: FastifyAuthRequest,
  reply: FastifyAuthReply,
) => Promise<unknown>;

/** Options of the registration: `app.register(auth, { … })`. */
export interface FastifyAuthOptions {
  /**
   * The path of the auth routes, below that of the instance. Default: the option
   * `basePath`, or else `/auth`.
   */
  readonly prefix?: string;
  /**
   * The name of the property of requests that shows the session. Default:
   * `session`. Another one makes room for `@fastify/session`.
   */
  readonly decoratorName?: string;
}
