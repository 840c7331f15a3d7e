/**
 * The Hono integration. It works on every runtime of Hono 4.
 *
 * @example
 * ```ts
 * import { HonoAuth } from "@latchkey/auth/hono";
 * import { Hono } from "hono";
 *
 * const auth = HonoAuth({
 *   secret: "a random text of at least 32 characters",
 *   providers: [{
 *     id: "work",
 *     name: "Work",
 *     type: "oidc",
 *     issuer: "https://login.example.com",
 *     clientId: "my-app",
 *   }],
 * });
 *
 * const app = new Hono();
 * app.use(auth);
 * app.get("/", async (c) => {
 *   const session = await auth.getSession(c);
 *   return c.text(`Hello ${session?.user?.name ?? "stranger"}`);
 * });
 * app.get("/private", auth.require(), (c) => {
 *   return c.text(`Only for ${c.var.session.user?.name}`);
 * });
 * ```
 *
 * @module
 */

import type { Context, MiddlewareHandler } from "hono";
import { createWebHost } from "../core/pipeline/host/web_host.ts";
import type { Incoming } from "../core/request/request_head.ts";
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

/** Middleware that sets the variable `session`. */
export type SessionMiddleware<S> = MiddlewareHandler<
  { Variables: { session: S } }
>;

/** The middleware, with the other functions as properties. */
export interface HonoAuthHandler<
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends MiddlewareHandler, HostFunctions<Context, S, F> {
  /** Middleware that reads the session into `c.var.session`: a session, or null. */
  readonly session: SessionMiddleware<S | null>;
  /**
   * Middleware that lets only signed-in users through, and sets `c.var.session`.
   * Browsers are redirected to the sign-in page and back; programs get 401, or
   * 403 if a session is not enough. A user whose proof is older than `maxAge`,
   * or lacks `acr` or `amr`, signs in again as the same person.
   */
  require(options?: RequireOptions<S>): SessionMiddleware<S>;
  /**
   * Creates a handler that passes requests on to a provider's API, with the
   * user's access token; see {@link ProxyOptions}.
   */
  proxy(options: ProxyOptions): (c: Context) => Promise<Response>;
}

/**
 * Creates the middleware that serves the auth routes, and sets the cookies of
 * all others: `app.use(auth)`, before the routes. The configuration may be a
 * function of the context, for applications with several tenants.
 *
 * @throws ConfigurationError that lists every mistake in the configuration
 */
export function HonoAuth<
  const C extends AuthConfig<TokenOf<A, S>>,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: ConfigSource<Context, C> & StrategyChoice<A, S>,
): HonoAuthHandler<SessionOf<C>, UserFieldsOf<C>> {
  type Own = SessionOf<C>;
  const host = createWebHost<Context, Own, UserFieldsOf<C>>(config, {
    toRequest: (c) => c.req.raw,
    toIncoming: withParsedBody,
  });
  /** Goes on, and then sets the cookies of the response. */
  const goOn = async (c: Context, next: () => Promise<void>) => {
    await next();
    const finished = host.finish(c, c.res);
    // Hono would add the headers of the response that it has.
    c.res = undefined;
    c.res = finished;
  };
  const handler: MiddlewareHandler = async (c, next) =>
    await host.answer(c) ?? await goOn(c, next);
  return Object.assign(handler, {
    ...host.functions,
    session: (async (c, next) => {
      c.set("session", await host.functions.getSession(c));
      await goOn(c, next);
    }) satisfies SessionMiddleware<Own | null>,
    require:
      (options?: RequireOptions<Own>): SessionMiddleware<Own> =>
      async (c, next) => {
        const visitor = await host.guard(c, options);
        if (visitor instanceof Response) return visitor;
        c.set("session", visitor);
        await goOn(c, next);
      },
    proxy: host.proxy,
  });
}

function withParsedBody(incoming: Incoming, { req }: Context): Incoming {
  return {
    ...incoming,
    // A parser that ran before has kept what it read.
    body: async (limit) =>
      req.raw.bodyUsed
        ? { kind: "parsed", value: await req.parseBody({ all: true }) }
        : await incoming.body(limit),
  };
}
