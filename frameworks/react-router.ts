/**
 * The integration of React Router in framework mode: version 8, and version 7
 * from 7.18 with the flags `v8_middleware` and `v8_passThroughRequests`.
 *
 * @example
 * ```ts ignore
 * // app/auth.server.ts
 * import { ReactRouterAuth } from "@latchkey/auth/react-router";
 * import GitHub from "@latchkey/auth/providers/github";
 *
 * export const auth = ReactRouterAuth({ providers: [GitHub] });
 *
 * // app/root.tsx
 * export const middleware = [auth.middleware];
 *
 * // app/routes/auth.$.ts, the route of `/auth/*`
 * export const loader = auth.handler;
 * export const action = auth.handler;
 *
 * // app/routes/account.tsx
 * export const loader = async (args: Route.LoaderArgs) =>
 *   (await auth.require(args)).user?.name;
 * ```
 *
 * @module
 */

import { ConfigurationError } from "../core/errors/errors.ts";
import { createWebHost } from "../core/pipeline/host/web_host.ts";
import {
  toIncoming,
  toPageRequest,
} from "../core/pipeline/host/web_request.ts";
import type {
  Adapter,
  AuthConfig,
  ConfigSource,
  FormError,
  FormFunctions,
  FormResult,
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

/** The arguments of a loader, an action or a middleware. */
export interface RouteArgs {
  /** The request. */
  readonly request: Request;
  /** The URL of the page, which the request of a navigation differs from. */
  readonly url?: URL | undefined;
  /** The context: the same object for all of a request. */
  readonly context: object;
}

/** `signIn`, `signOut` and `submit` throw the redirect, or return the error. */
export type ActionFunctions = {
  readonly [N in keyof FormFunctions<RouteArgs, unknown>]: (
    ...args: Parameters<FormFunctions<RouteArgs, unknown>[N]>
  ) => Promise<{ readonly error: FormError }>;
};

/** The middleware, and the functions for loaders and actions. */
export interface ReactRouterAuthInstance<
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends
  Omit<HostFunctions<RouteArgs, S, F>, keyof ActionFunctions>,
  ActionFunctions {
  /** Middleware of the root route, which all other functions need. */
  middleware(args: RouteArgs, next: () => Promise<Response>): Promise<Response>;
  /**
   * Loader and action of the route `auth/*`, because React Router runs no
   * middleware where there is no route.
   */
  handler(args: RouteArgs): Promise<Response>;
  /** Returns the session, or null: `auth.session(context)`. */
  session(context: object): S | null;
  /**
   * Returns the session if it may pass. Else browsers are redirected to the
   * sign-in page and back, programs get 401, and 403 goes to the nearest
   * `ErrorBoundary`. A user whose proof is older than `maxAge`, or lacks `acr`
   * or `amr`, signs in again as the same person.
   *
   * @throws Response unless the session may pass
   */
  require(args: RouteArgs, options?: RequireOptions<S>): Promise<S>;
  /** Creates a loader and action that passes requests on to a provider's API. */
  proxy(options: ProxyOptions): (args: RouteArgs) => Promise<Response>;
}

/**
 * Creates the middleware and the functions. The configuration may be a function
 * of the arguments of a route, for applications with several tenants.
 *
 * @throws ConfigurationError that lists every mistake in the configuration
 */
export function ReactRouterAuth<
  const C extends AuthConfig<TokenOf<A, S>>,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: ConfigSource<RouteArgs, C> & StrategyChoice<A, S>,
): ReactRouterAuthInstance<SessionOf<C>, UserFieldsOf<C>> {
  type Own = SessionOf<C>;
  const kept = new WeakMap<object, { request: Request; session: Own | null }>();
  const find = (context: object) => {
    const found = kept.get(context);
    if (found !== undefined) return found;
    throw new ConfigurationError([
      "app/root.tsx needs `export const middleware = [auth.middleware]`.",
    ]);
  };
  const host = createWebHost<RouteArgs, Own, UserFieldsOf<C>>(config, {
    toRequest: ({ context }) => find(context).request,
    toIncoming: (incoming, args) => {
      const whole = { ...incoming, body: readCopy(args) };
      const page = findPage(args);
      return page === null
        ? whole
        : toPageRequest(whole, page.pathname + page.search);
    },
  });
  const { signIn, signOut, submit, ...functions } = host.functions;
  return {
    ...functions,
    middleware: async (args, next) => {
      const entry = { request: args.request, session: null };
      kept.set(args.context, entry);
      const answer = await host.answer(args);
      if (answer !== null) return host.finish(args, toNavigation(answer, args));
      await host.share(args, entry);
      return host.finish(args, await next());
    },
    handler: async (args) =>
      await host.answer(args) ?? new Response("Not found", { status: 404 }),
    session: (context) => find(context).session,
    require: async (args, options) => {
      const visitor = await host.guard(args, options);
      if (visitor instanceof Response) throw toReload(visitor);
      return visitor;
    },
    signIn: async (...args) => leave(await signIn(...args)),
    signOut: async (...args) => leave(await signOut(...args)),
    submit: async (...args) => leave(await submit(...args)),
    proxy: host.proxy,
  };
}

/** Reads a copy: React Router's server hangs up when a body is given up. */
function readCopy(
  { request }: RouteArgs,
): ReturnType<typeof toIncoming>["body"] {
  return (limit) => toIncoming(request.clone()).body(limit);
}

/** Returns the page whose data a script of React Router asks for, or null. */
function findPage({ request, url }: RouteArgs): URL | null {
  return new URL(request.url).pathname.endsWith(".data") ? url ?? null : null;
}

function leave({ url, error }: FormResult) {
  if (url !== null) throw toRedirect(url);
  return { error };
}

function toRedirect(location: string): Response {
  return toReload(new Response(null, { status: 303, headers: { location } }));
}

/** Has redirects leave the router, which cannot render the auth routes. */
function toReload(response: Response): Response {
  if (response.headers.has("location")) {
    response.headers.set("X-Remix-Reload-Document", "true");
  }
  return response;
}

/** Opens a page that a script expects data of. */
function toNavigation(answer: Response, args: RouteArgs): Response {
  // The unread rest of a body must not be parsed as the next request.
  if (answer.status === 413) answer.headers.set("connection", "close");
  const page = answer.headers.has("location") ? null : findPage(args);
  return page ? toRedirect(page.pathname + page.search) : toReload(answer);
}
