/**
 * The integration of TanStack Start for React.
 *
 * @example
 * ```ts ignore
 * // src/auth.server.ts
 * import { GitHub } from "@latchkey/auth/providers/github";
 * import { TanStackStartAuth } from "@latchkey/auth/tanstack-start";
 *
 * export const auth = TanStackStartAuth({ providers: [GitHub()] });
 *
 * // src/start.ts
 * const authMiddleware = createMiddleware().server(auth.middleware);
 * const csrfMiddleware = createCsrfMiddleware({
 *   filter: ({ handlerType }) => handlerType === "serverFn",
 * });
 * export const startInstance = createStart(() => ({
 *   requestMiddleware: [authMiddleware, csrfMiddleware],
 * }));
 *
 * // src/routes/account.tsx
 * const getName = createServerFn().handler(async () => {
 *   const session = await auth.require(getRequest());
 *   return session.user?.name;
 * });
 * export const Route = createFileRoute("/account")({
 *   loader: () => getName(),
 * });
 * ```
 *
 * @module
 */

import type { Awaitable } from "../core/model/model.ts";
import { tellOperator } from "../core/pipeline/host/host_request.ts";
import {
  createWebHost,
  type WebHost,
  type WebHostInstance,
} from "../core/pipeline/host/web_host.ts";
import {
  addToError,
  leave,
  Refusal,
  replace,
  toThrown,
} from "./tanstack-start/answers.ts";
import type {
  Adapter,
  AuthConfig,
  ConfigSource,
  FormError,
  FormFunctions,
  HostFunctions,
  ProxyOptions,
  RequireOptions,
  Session,
  SessionOf,
  StrategyChoice,
  TokenOf,
  UserFieldsOf,
} from "./types.ts";

export type * from "./types.ts";

/** A request. Servers for Node know the address of the client. */
export interface StartRequest extends Request {
  /** The address of the client. */
  readonly ip?: string | undefined;
}

/** The parts of a middleware's argument that the library uses. */
export interface StartMiddlewareArgs {
  /** The request, the same object as that of `getRequest()`. */
  readonly request: StartRequest;
  /** Whether a script calls a server function, or anything else. */
  readonly handlerType: "serverFn" | "router";
  /** Goes on. */
  readonly next: () => Awaitable<{ readonly response: Response }>;
}

/** `signIn`, `signOut` and `submit` throw the redirect, or return the error. */
export type StartActionFunctions = {
  readonly [N in keyof FormFunctions<StartRequest, unknown>]: (
    ...args: Parameters<FormFunctions<StartRequest, unknown>[N]>
  ) => Promise<{ readonly error: FormError }>;
};

/**
 * The middleware, and the functions for server functions, server routes and
 * middleware of the application. Their request is that of a server route or a
 * middleware, or `getRequest()` of `@tanstack/react-start/server`.
 */
export interface TanStackStartAuthInstance<
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends
  Omit<HostFunctions<StartRequest, S, F>, keyof StartActionFunctions>,
  StartActionFunctions {
  /**
   * The first request middleware, which all other functions need:
   * `createMiddleware().server(auth.middleware)`. It answers the auth routes, and
   * sets the cookies of all other responses.
   */
  readonly middleware: (args: StartMiddlewareArgs) => Promise<Response>;
  /**
   * Returns the session if it may pass. Else pages and calls of server functions
   * are redirected to the sign-in page and back, programs get 401, and 403 goes
   * to the nearest `errorComponent`. A user whose proof is older than `maxAge`, or
   * lacks `acr` or `amr`, signs in again as the same person.
   *
   * @throws Start's redirect, or an Error with `message` and `status`
   */
  require(request: StartRequest, options?: RequireOptions<S>): Promise<S>;
  /**
   * Creates the handler of a server route that passes requests on to a
   * provider's API.
   */
  proxy(
    options: ProxyOptions,
  ): (args: { readonly request: StartRequest }) => Promise<Response>;
}

/**
 * Creates the middleware and the functions. The configuration may be a function
 * of the request, for applications with several tenants.
 *
 * @throws ConfigurationError that lists every mistake in the configuration
 */
export function TanStackStartAuth<
  const C extends AuthConfig<TokenOf<A, S>>,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: ConfigSource<StartRequest, C> & StrategyChoice<A, S>,
): TanStackStartAuthInstance<SessionOf<C>, UserFieldsOf<C>> {
  type Own = SessionOf<C>;
  const visits = new WeakMap<StartRequest, Visit>();
  const host = telling(
    config,
    () =>
      createWebHost<StartRequest, Own, UserFieldsOf<C>>(config, toWeb(visits)),
  );
  const { signIn, signOut, submit, ...functions } = host.functions;
  return {
    ...functions,
    middleware: createStartMiddleware(host, visits),
    require: async (request, options) => {
      const visitor = await host.guard(request, options);
      if (!(visitor instanceof Response)) return visitor;
      const visit = findVisit(visits, request);
      throw visit.thrown = await toThrown(visitor, visit.isCall);
    },
    signIn: async (...args) => await leave(await signIn(...args)),
    signOut: async (...args) => await leave(await signOut(...args)),
    submit: async (...args) => await leave(await submit(...args)),
    proxy: (options) => {
      const proxy = telling(config, () => host.proxy(options));
      return async ({ request }) => await proxy(request);
    },
  };
}

/** Logs mistakes in the configuration: Start logs no error that has a status. */
function telling<T>(source: ConfigSource<StartRequest>, create: () => T): T {
  try {
    return create();
  } catch (error) {
    const known = typeof source === "function" ? { providers: [] } : source;
    void tellOperator(() => known, error);
    throw error;
  }
}

function toWeb(visits: WeakMap<StartRequest, Visit>): WebHost<StartRequest> {
  return {
    toRequest: (request) => findVisit(visits, request).request,
    toIncoming: (incoming, request) => ({
      ...incoming,
      address: (ask) =>
        ask === undefined
          ? { text: request.ip, isPeer: true }
          : incoming.address(ask),
    }),
  };
}

/** A request that has passed the middleware. */
interface Visit {
  readonly request: StartRequest;
  /** Whether a script calls a server function. */
  readonly isCall: boolean;
  /** What a guard has thrown. */
  thrown?: Response | Refusal;
}

function findVisit(
  visits: WeakMap<StartRequest, Visit>,
  request: StartRequest,
): Visit {
  const found = visits.get(request);
  if (found !== undefined) return found;
  throw new Error(
    "src/start.ts needs `createMiddleware().server(auth.middleware)` as the first of `requestMiddleware`.",
  );
}

function createStartMiddleware<S, F>(
  host: WebHostInstance<StartRequest, S, F>,
  visits: WeakMap<StartRequest, Visit>,
): TanStackStartAuthInstance<S, F>["middleware"] {
  return async ({ request, handlerType, next }) => {
    const visit: Visit = { request, isCall: handlerType === "serverFn" };
    visits.set(request, visit);
    const finish = (response: Response) => host.finish(request, response);
    const answer = await host.answer(request);
    if (answer !== null) return finish(answer);
    try {
      const { response } = await next();
      return await replace(response, finish(response), visit.thrown);
    } catch (error) {
      if (error instanceof Refusal) return finish(error.answer);
      await addToError(finish(new Response()));
      throw error;
    }
  };
}
