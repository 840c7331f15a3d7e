import { toSocketRequest } from "./host.ts";
import type { NestAuthRequest, NestContext } from "./types.ts";

/** The requests that opened WebSockets, where these do not keep them. */
export const openings: WeakMap<object, NestAuthRequest> = new WeakMap();

/**
 * Returns the request that Nest calls a handler for.
 *
 * @throws Error if there is none
 */
export function findRequest(context: NestContext): NestAuthRequest {
  const request = seekRequest(context);
  if (request !== null) return request;
  const type = context.getType();
  throw new Error(
    `There is no request for the session in a context of the type "${type}": ${
      hints[type] ?? "let everybody pass with @Public()"
    }.`,
  );
}

/** Returns the request that Nest calls a handler for, or null. */
export function seekRequest(context: NestContext): NestAuthRequest | null {
  const type = context.getType();
  const args = context.getArgs();
  const found = type === "http"
    ? args[0]
    : type === "graphql"
    ? findInGraphql(args)
    : type === "ws"
    ? findInSocket(args[0] as object)
    : undefined;
  const request = found as NestAuthRequest | undefined;
  if (request?.headers === undefined) return null;
  const isSocket = type !== "http" &&
    `${request.headers["upgrade"]}`.toLowerCase() === "websocket";
  // It may stay open for longer than the session.
  return isSocket ? toSocketRequest(request) : request;
}

const hints: Readonly<Record<string, string>> = {
  graphql: "the `context` of GraphQLModule needs it as `req`",
  ws: "call `openSocket(client, request)` in `handleConnection`",
};

/** Finds it in the context, the last argument but one of resolvers. */
function findInGraphql(args: readonly unknown[]): unknown {
  // Resolvers of references have no arguments of their own.
  const context = args[args.length === 3 ? 1 : 2];
  const { req, request, reply, extra } = (context ?? {}) as GraphqlContext;
  return [req, request, reply?.request, extra?.request, req?.extra?.request]
    .find((one) => one?.headers !== undefined);
}

/** The members of a context where drivers keep requests. */
interface GraphqlContext {
  readonly req?: NestAuthRequest & Pick<GraphqlContext, "extra">;
  readonly request?: NestAuthRequest;
  /** Of Mercurius. */
  readonly reply?: { readonly request?: NestAuthRequest };
  /** Of subscriptions. */
  readonly extra?: { readonly request?: NestAuthRequest };
}

/** Returns the request of a socket: those of Socket.IO have it. */
function findInSocket(client: { readonly request?: unknown }): unknown {
  return openings.get(client) ?? client.request;
}
