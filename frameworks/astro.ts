/**
 * The Astro integration, for pages and endpoints that are rendered on demand.
 *
 * @example
 * ```ts ignore
 * // src/auth.ts
 * import { AstroAuth } from "@latchkey/auth/astro";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * export const auth = AstroAuth({ providers: [GitHub()] });
 *
 * // src/middleware.ts
 * export const onRequest = auth.onRequest;
 *
 * // src/pages/auth/[...path].ts
 * export const prerender = false;
 * export const ALL = auth.handler;
 *
 * // src/pages/private.astro, between the fences
 * const session = await auth.require(Astro);
 * if (session instanceof Response) return session;
 * ```
 *
 * @module
 */

import { showSession } from "../core/pipeline/host/show_session.ts";
import {
  createWebHost,
  type WebHostInstance,
} from "../core/pipeline/host/web_host.ts";
import type {
  Adapter,
  AuthConfig,
  ConfigSource,
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

/** The parts of Astro's contexts that the library uses, `Astro` included. */
export interface AstroContext {
  /** The request. */
  readonly request: Request;
  /** Where `session` is shown, the same object after a rewrite. */
  readonly locals: object;
  /** Whether the page is made by the build. */
  readonly isPrerendered: boolean;
  /** The address of the client. */
  readonly clientAddress: string;
}

/** The middleware, guards and functions of an application. */
export interface AstroInstance<
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends HostFunctions<AstroContext, S, F> {
  /**
   * The middleware, which serves the auth routes, and shows the session as
   * `Astro.locals.session`. Pages of a signed-in user are private, and other
   * answers are if they read it there. For prerendered pages it is null.
   */
  readonly onRequest: (
    context: AstroContext,
    next: () => Promise<Response>,
  ) => Promise<Response>;
  /**
   * Serves the auth routes. Astro asks the middleware for paths that have a route
   * only, so give it one: `src/pages/auth/[...path].ts`.
   */
  readonly handler: (context: AstroContext) => Promise<Response>;
  /**
   * Returns the session if it may pass, or the response to return instead: a
   * redirect to the sign-in page and back, a page with status 403, or JSON for
   * programs.
   *
   * @throws Error for a prerendered page
   */
  readonly require: (
    context: AstroContext,
    options?: RequireOptions<S>,
  ) => Promise<S | Response>;
  /**
   * Creates an endpoint that passes requests on to a provider's API, with the
   * user's access token; see {@link ProxyOptions}.
   */
  proxy(options: ProxyOptions): (context: AstroContext) => Promise<Response>;
}

/**
 * Creates the middleware, guards and functions:
 * `export const onRequest = auth.onRequest`, which combines with others by
 * `sequence`. The configuration may be a function of the context, which is not
 * called before the first request. With `base`, `basePath` begins with it.
 *
 * @throws ConfigurationError that lists every mistake in the configuration
 */
export function AstroAuth<
  const C extends AuthConfig<TokenOf<A, S>>,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: ConfigSource<AstroContext, C> & StrategyChoice<A, S>,
): AstroInstance<SessionOf<C>, UserFieldsOf<C>> {
  type Instance = AstroInstance<SessionOf<C>, UserFieldsOf<C>>;
  // A rewrite makes another request, whose answer is the same.
  const requests = new WeakMap<object, Request>();
  const host = createWebHost<AstroContext, SessionOf<C>, UserFieldsOf<C>>(
    config,
    {
      toRequest: ({ locals, request }) => requests.get(locals) ?? request,
      toIncoming: (incoming, context) => ({
        ...incoming,
        address: (ask) =>
          ask === undefined
            ? { text: context.clientAddress, isPeer: true }
            : incoming.address(ask),
      }),
    },
  );
  const { functions, answer, guard, proxy } = host;
  return {
    ...functions,
    proxy,
    onRequest: createMiddleware(host, requests),
    handler: async (context) =>
      await answer(context) ?? new Response("Not found", { status: 404 }),
    require: async (context, options) => {
      if (!context.isPrerendered) return await guard(context, options);
      throw new Error(
        "A prerendered page is the same for everybody, so no guard can be in front of it: set `prerender = false`.",
      );
    },
  } satisfies Instance;
}

function createMiddleware<S, F>(
  { respond, share }: WebHostInstance<AstroContext, S, F>,
  requests: WeakMap<object, Request>,
): AstroInstance["onRequest"] {
  return async (context, next) => {
    const { locals, request, isPrerendered } = context;
    if (isPrerendered) {
      showSession(locals, null, () => {});
      return await next();
    }
    if (!requests.has(locals)) requests.set(locals, request);
    const answer = await respond(context, async () => {
      await share(context, locals);
      const response = await next();
      // Components may still read the session while the page is sent.
      const type = response.headers.get("content-type");
      if (type?.startsWith("text/html")) Reflect.get(locals, "session");
      return response;
    });
    return answer.status === 413 ? endConnection(answer) : answer;
  };
}

/** Astro leaves the rest of a refused body unread, where the next request would wait for it. */
function endConnection(answer: Response): Response {
  // The headers of an answer that the application fetched cannot be changed.
  const last = new Response(answer.body, answer);
  last.headers.set("connection", "close");
  return last;
}
