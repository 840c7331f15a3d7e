/**
 * The integration for h3 2. Nuxt 4 has version 1: see `@latchkey/auth/nuxt`.
 *
 * @example
 * ```ts
 * import { H3Auth } from "@latchkey/auth/h3";
 * import { H3 } from "h3";
 *
 * const auth = H3Auth({
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
 * const app = new H3();
 * app.use(auth);
 * app.get("/", async (event) => {
 *   const session = await auth.getSession(event);
 *   return `Hello ${session?.user?.name ?? "stranger"}`;
 * });
 * app.get("/private", async (event) => {
 *   const { user } = await auth.requireSession(event);
 *   return `Only for ${user?.name}`;
 * });
 * ```
 *
 * @module
 */

import { createWebHost } from "../core/pipeline/host/web_host.ts";
import { withHeaders } from "../core/pipeline/response.ts";
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

/** The part of an event of h3 2 that is read. */
export interface AuthEvent {
  /** The request. */
  readonly req: Request;
  /** What the response will have. */
  readonly res: { readonly headers: Headers };
  /** The values of the application, where `session` is shared. */
  readonly context: object;
}

/** Middleware of h3 2. */
export type AuthMiddleware = (
  event: AuthEvent,
  next: () => unknown,
) => Promise<unknown>;

/** The middleware, with the other functions as properties. */
export interface H3AuthHandler<
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends AuthMiddleware, HostFunctions<AuthEvent, S, F> {
  /**
   * Creates middleware that lets only signed-in users through. Browsers are
   * redirected to the sign-in page and back; programs get 401, or 403 if a
   * session is not enough. A user whose proof is older than `maxAge`, or lacks
   * `acr` or `amr`, signs in again as the same person.
   */
  require(options?: RequireOptions<S>): AuthMiddleware;
  /**
   * Returns the session if it may pass, and else answers as `require` does.
   *
   * @throws Response unless the session may pass; the middleware sends it
   */
  requireSession(event: AuthEvent, options?: RequireOptions<S>): Promise<S>;
  /** Creates a handler that passes requests on to a provider's API. */
  proxy(options: ProxyOptions): (event: AuthEvent) => Promise<Response>;
}

/**
 * Creates the middleware that serves the auth routes, sets the cookies of all
 * others, and shares the session as `event.context.session`: `app.use(auth)`,
 * before the routes. The configuration may be a function of the event.
 *
 * @throws ConfigurationError that lists every mistake in the configuration
 */
export function H3Auth<
  const C extends AuthConfig<TokenOf<A, S>>,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: ConfigSource<AuthEvent, C> & StrategyChoice<A, S>,
): H3AuthHandler<SessionOf<C>, UserFieldsOf<C>> {
  type Own = SessionOf<C>;
  const host = createWebHost<AuthEvent, Own, UserFieldsOf<C>>(config, {
    toRequest: ({ req }) => req,
  });
  const handler: AuthMiddleware = async (event, next) => {
    const answer = await host.answer(event);
    if (answer !== null) return host.finish(event, answer);
    await host.share(event, event.context);
    const result = await catchResponse(next);
    const own = result instanceof Response ? result : new Response(null);
    const { headers } = event.res;
    const finished = host.finish(
      event,
      own.status < 400 ? take(headers, own) : own,
    );
    if (result instanceof Response) return finished;
    add(headers, finished.headers);
    return result;
  };
  return Object.assign(handler, {
    ...host.functions,
    require: (options?: RequireOptions<Own>): AuthMiddleware =>
    async (
      event,
      next,
    ) => {
      const visitor = await host.guard(event, options);
      return visitor instanceof Response ? visitor : await next();
    },
    requireSession: async (event: AuthEvent, options?: RequireOptions<Own>) => {
      const visitor = await host.guard(event, options);
      if (visitor instanceof Response) throw visitor;
      return visitor;
    },
    proxy: host.proxy,
  });
}

/** Returns a response that a handler throws: h3 takes it for an unknown error. */
async function catchResponse(next: () => unknown): Promise<unknown> {
  try {
    return await next();
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

/** Moves the headers of an event into a response, as h3 would do afterwards. */
function take(prepared: Headers, response: Response): Response {
  const headers = new Headers(response.headers);
  add(headers, prepared);
  for (const name of [...prepared.keys()]) prepared.delete(name);
  return withHeaders(response, headers);
}

function add(headers: Headers, more: Headers): void {
  for (const [name, value] of more) {
    if (name === "set-cookie") headers.append(name, value);
    else headers.set(name, value);
  }
}
