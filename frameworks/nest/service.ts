import type { Session } from "../../core/model/model.ts";
import type { RequireOptions } from "../../core/pipeline/host/guards/options.ts";
import type { HostFunctions } from "../../core/pipeline/host/host_functions.ts";
import type { ProxyOptions } from "../../core/pipeline/proxy/proxy_options.ts";
import { openings } from "./find_request.ts";
import { toSocketRequest } from "./host.ts";
import type { NestParts } from "./parts.ts";
import { requireSession } from "./refusal.ts";
import { createProxy } from "./serve.ts";
import type { NestAuthMiddleware, NestAuthRequest } from "./types.ts";

/** The functions of {@link AuthService} that only Nest has. */
export interface NestFunctions<S> {
  /**
   * Returns the session of a request that passes a guard with these options.
   *
   * @throws AuthRefusal, which Nest answers
   */
  require(request: NestAuthRequest, options?: RequireOptions<S>): Promise<S>;
  /**
   * Creates a middleware that passes requests on to a provider's API, with the
   * user's access token; see {@link ProxyOptions}:
   * `app.use("/api", auth.proxy({ … }))` in `main.ts`.
   *
   * @throws ConfigurationError if `provider` or `target` is wrong
   */
  proxy(options: ProxyOptions): NestAuthMiddleware;
  /**
   * Remembers the request that opened a WebSocket, and returns its session or
   * null: in `handleConnection(client, request)` of a gateway with `WsAdapter`.
   * Sockets of Socket.IO have their request, as `client.request`.
   */
  openSocket(client: object, request: NestAuthRequest): Promise<S | null>;
}

/**
 * The functions for controllers, resolvers and gateways, a provider that
 * `AuthModule` exports: `constructor(private readonly auth: AuthService)`.
 * The type of the session follows from the configuration with
 * `AuthService<SessionOf<typeof config>>`.
 */
export interface AuthService<
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends HostFunctions<NestAuthRequest, S, F>, NestFunctions<S> {}

/** The token of the provider. */
export class AuthService<S, F> {}

/** Creates the provider. */
export function createService(parts: NestParts): AuthService {
  const { functions } = parts.host;
  const own: NestFunctions<Session> = {
    require: (request, options = {}) => requireSession(parts, request, options),
    proxy: (options) => createProxy(parts, options),
    openSocket: async (client, request) => {
      openings.set(client, request);
      return await functions.getSession(toSocketRequest(request));
    },
  };
  return Object.assign(new AuthService(), functions, own);
}
