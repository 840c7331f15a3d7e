/**
 * The integration for Fastify 5.
 *
 * @example
 * ```ts
 * import { FastifyAuth } from "@latchkey/auth/fastify";
 * import Fastify from "fastify";
 *
 * const auth = FastifyAuth({
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
 * const app = Fastify();
 * app.register(auth);
 * app.get("/", async (request) => {
 *   const session = await auth.getSession(request);
 *   return `Hello ${session?.user?.name ?? "stranger"}`;
 * });
 * app.get("/private", { preHandler: auth.require() }, () => {
 *   return "Only for people who are signed in";
 * });
 * ```
 *
 * @module
 */

import type { FastifyPluginAsync, FastifyPluginCallback } from "fastify";
import { createHost } from "../core/pipeline/host/create_host.ts";
import { createFastify } from "./fastify/host.ts";
import {
  createAuthPlugin,
  createGuard,
  createProxyPlugin,
  type FastifyParts,
} from "./fastify/plugins.ts";
import type {
  FastifyAuthHook,
  FastifyAuthOptions,
  FastifyAuthRequest,
} from "./fastify/types.ts";
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

export type * from "./fastify/types.ts";
export type * from "./types.ts";

/** The plugin, with the other functions as properties. */
export interface FastifyAuthPlugin<
  S = Session,
  R extends FastifyAuthRequest = FastifyAuthRequest,
  F = Readonly<Record<string, unknown>>,
> extends FastifyPluginAsync<FastifyAuthOptions>, HostFunctions<R, S, F> {
  /**
   * Creates a hook (`preHandler`) that lets only signed-in users through.
   * Browsers are redirected to the sign-in page and back; programs get 401, or
   * 403 if a session is not enough. A user whose proof is older than `maxAge`,
   * or lacks `acr` or `amr`, signs in again as the same person.
   */
  require(options?: RequireOptions<S>): FastifyAuthHook;
  /**
   * Creates a plugin that passes requests on to a provider's API, with the
   * user's access token; see {@link ProxyOptions}:
   * `app.register(auth.proxy({ … }), { prefix: "/api" })`.
   *
   * @throws ConfigurationError if `provider` or `target` is wrong
   */
  proxy(options: ProxyOptions): FastifyPluginCallback;
}

/**
 * Creates the plugin that serves the auth routes, and shows the session as
 * `request.session`: `app.register(auth)`. It applies to the instance that it is
 * registered on, and not only to itself. The configuration may be a function of
 * the request, for applications with several tenants.
 *
 * The application declares the type of the property:
 *
 * ```ts ignore
 * declare module "fastify" {
 *   interface FastifyRequest {
 *     session: SessionOf<typeof config> | null;
 *   }
 * }
 * ```
 *
 * @throws ConfigurationError that lists every mistake in the configuration
 */
export function FastifyAuth<
  const C extends AuthConfig<TokenOf<A, S>>,
  R extends FastifyAuthRequest = FastifyAuthRequest,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: ConfigSource<R, C> & StrategyChoice<A, S>,
): FastifyAuthPlugin<SessionOf<C>, R, UserFieldsOf<C>> {
  const fastify = createFastify();
  const host = createHost<R, SessionOf<C>, UserFieldsOf<C>>(config, fastify);
  const parts: FastifyParts<SessionOf<C>> = {
    config: config as ConfigSource<FastifyAuthRequest>,
    fastify,
    host,
  };
  return Object.assign(createAuthPlugin(parts), {
    ...host.functions,
    require: (options: RequireOptions<SessionOf<C>> = {}) =>
      createGuard(parts, options),
    proxy: (options: ProxyOptions) => createProxyPlugin(parts, options),
  });
}
