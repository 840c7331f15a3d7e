/**
 * The integration for Koa 3 and 2.
 *
 * @example
 * ```ts
 * import { KoaAuth } from "@latchkey/auth/koa";
 * import Koa from "koa";
 *
 * const auth = KoaAuth({
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
 * const app = new Koa();
 * app.use(auth);
 * app.use((ctx) => {
 *   ctx.body = `Hello ${ctx.state.session?.user?.name ?? "stranger"}`;
 * });
 * ```
 *
 * @module
 */

import { createHost } from "../core/pipeline/host/create_host.ts";
import { toHostRequest } from "../core/pipeline/host/host_request.ts";
import { showSession } from "../core/pipeline/host/show_session.ts";
import { assertProxy } from "../core/pipeline/proxy/proxy_options.ts";
import { createNodeHost } from "../server/node_host.ts";
import { passOn } from "../server/proxy.ts";
import { send } from "../server/send.ts";
import type { ServerRequest, ServerResponse } from "../server/types.ts";
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

/** The parts of a context that the library uses; those of Koa 2 and 3 fit. */
export interface KoaContext {
  /** The application, whose options say whether there are proxies. */
  readonly app: {
    readonly proxy?: boolean;
    readonly maxIpsCount?: number | undefined;
  };
  /** The request of Node. */
  readonly req: ServerRequest;
  /** The response of Node. */
  readonly res: ServerResponse;
  /** The request of Koa, with what a parser made of the body. */
  readonly request: object;
  /** Path and query, below what `koa-mount` mounts. */
  readonly url: string;
  /** Path and query. */
  readonly originalUrl: string;
  /** `http` or `https`. */
  readonly protocol: string;
  /** The host. */
  readonly host: string;
  /** The address of the client. */
  readonly ip: string;
  /** The addresses that proxies have named. */
  readonly ips: string[];
  /** The values for templates, where the session is. */
  readonly state: object;
  /** The status of the response. */
  status: number;
  /** The body of the response. */
  body: unknown;
  /** Whether Koa sends the response. */
  respond?: boolean | undefined;
}

/** A middleware of Koa. */
export type KoaMiddleware = (
  ctx: KoaContext,
  next: () => Promise<unknown>,
) => Promise<void>;

/** The middleware, with the other functions as properties. */
export interface KoaAuthHandler<
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends KoaMiddleware, HostFunctions<KoaContext, S, F> {
  /**
   * Creates a middleware that lets only signed-in users through. Browsers are
   * redirected to the sign-in page and back; programs get 401, or 403 if a
   * session is not enough. A user whose proof is older than `maxAge`, or lacks
   * `acr` or `amr`, signs in again as the same person.
   */
  require(options?: RequireOptions<S>): KoaMiddleware;
  /**
   * Creates a middleware that passes requests on to a provider's API, with the
   * user's access token; see {@link ProxyOptions}. Behind body parsers, which
   * read a body whole, it takes only JSON and forms.
   *
   * @throws ConfigurationError if `provider` or `target` is wrong
   */
  proxy(options: ProxyOptions): KoaMiddleware;
}

/**
 * Creates the middleware that serves the auth routes, and shows the session as
 * `ctx.state.session` to all others: `app.use(auth)`, before or after body
 * parsers. The configuration may be a function of the context, for applications
 * with several tenants.
 *
 * @throws ConfigurationError that lists every mistake in the configuration
 */
export function KoaAuth<
  const C extends AuthConfig<TokenOf<A, S>>,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: ConfigSource<KoaContext, C> & StrategyChoice<A, S>,
): KoaAuthHandler<SessionOf<C>, UserFieldsOf<C>> {
  const host = createHost<KoaContext, SessionOf<C>, UserFieldsOf<C>>(
    config,
    koa,
  );
  const handler: KoaMiddleware = async (ctx, next) => {
    const answer = await host.handle(ctx, true);
    if (answer !== null) return send(toResponse(ctx), answer);
    await host.follow(ctx, (session) => share(ctx, session));
    await next();
  };
  return Object.assign(handler, {
    ...host.functions,
    require:
      (options: RequireOptions<SessionOf<C>> = {}): KoaMiddleware =>
      async (ctx, next) => {
        const passage = await host.guard(ctx, options, () => toBody(ctx));
        if (passage.kind === "refused") {
          return send(toResponse(ctx), passage.reply);
        }
        koa.write(ctx, passage.cookies, true);
        share(ctx, passage.session);
        await next();
      },
    proxy: (options: ProxyOptions) => createProxy(config, options),
  });
}

/** Koa: its requests, and how its responses take cookies. */
const koa = createNodeHost<KoaContext>({
  toView: (ctx) => ({
    raw: ctx.req,
    url: ctx.originalUrl,
    protocol: ctx.protocol,
    host: ctx.host,
    ip: ctx.app.proxy === true ? toForwarded(ctx) : ctx.ip,
    isForwarded: ctx.app.proxy === true,
    mount: `${toPrefix(ctx)}/auth`,
    body: toBody(ctx),
  }),
  toResponse,
});

/**
 * Returns the client's address, as proxies name it; a proxy that names no client
 * is not the client. Unless Koa knows how many proxies there are, only the last
 * entry is certain to be a proxy's: clients can send the others.
 */
function toForwarded({ app, ips }: KoaContext): string | undefined {
  return app.maxIpsCount ? ips[0] : ips.at(-1);
}

function toBody({ request }: KoaContext): unknown {
  return (request as { readonly body?: unknown }).body;
}

/** Returns the path that `koa-mount` has mounted the middleware under. */
function toPrefix({ url, originalUrl }: KoaContext): string {
  const isBelow = originalUrl !== url && originalUrl.endsWith(url);
  return isBelow ? originalUrl.slice(0, -url.length) : "";
}

/** Shows a context as a response of Node, so that Koa sends it. */
function toResponse(ctx: KoaContext): ServerResponse {
  const { res } = ctx;
  return {
    get headersSent() {
      return res.headersSent;
    },
    set statusCode(status: number) {
      ctx.status = status;
    },
    getHeader: (name) => res.getHeader(name),
    setHeader: (name, value) => res.setHeader(name, value),
    // Koa would take null for status 204.
    end: (text = "") => ctx.body = text,
  };
}

function share(ctx: KoaContext, session: Session | null): void {
  showSession(
    ctx.state,
    session,
    () => koa.write(ctx, [], session !== null),
  );
}

function createProxy(
  config: ConfigSource<KoaContext>,
  options: ProxyOptions,
): KoaMiddleware {
  assertProxy(options, config);
  return async (ctx) => {
    const { req, res } = ctx;
    const request = {
      ...toHostRequest(ctx, koa.toIncoming(ctx), config),
      key: req,
    };
    // The answer is streamed.
    ctx.respond = false;
    const [mount, parsed] = [toPrefix(ctx), toBody(ctx)];
    await passOn({ req, res, request, options, mount, parsed });
  };
}
