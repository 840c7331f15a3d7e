import type { Session } from "../../core/model/model.ts";
import type { HostFunctions } from "../../core/pipeline/host/host_functions.ts";
import type { RequireOptions } from "../../core/pipeline/host/guards/options.ts";
import type { ProxyOptions } from "../../core/pipeline/proxy/proxy_options.ts";
import type { ServerRequest, ServerResponse } from "../../server/types.ts";

/** The part of an event of h3 1 that the library uses. */
export interface NuxtEvent {
  /** Request and response of Node. */
  readonly node: {
    /** The request. */
    readonly req: ServerRequest;
    /** The response. */
    readonly res: ServerResponse;
  };
  /** The values of the application, where the session is. */
  readonly context: {
    /** The session. */
    readonly session?: unknown;
    /** What Nitro sets while it makes an answer that it keeps for everybody. */
    readonly cache?: unknown;
  };
}

/** An event handler. */
export type NuxtHandler = (event: NuxtEvent) => Promise<void>;

/** The middleware, with the other functions as properties. */
export interface NuxtAuthHandler<
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends NuxtHandler, HostFunctions<NuxtEvent, S, F> {
  /**
   * Returns the session of a request, or null. Writes cookies that are due. Null
   * in handlers whose answer Nitro keeps for everybody (`cachedEventHandler`,
   * `routeRules`).
   */
  getSession(event: NuxtEvent): Promise<S | null>;
  /**
   * Returns the session if it may pass. Else it answers: browsers are redirected
   * to the sign-in page and back; programs get 401, or 403 if a session is not
   * enough. A user whose proof is older than `maxAge`, or lacks `acr` or `amr`,
   * signs in again as the same person. With `csrf`, a token is read from the
   * header `X-CSRF-Token`.
   *
   * @throws Error that ends the handler, once the answer is sent; and one for a
   * cached or prerendered answer
   */
  requireSession(event: NuxtEvent, options?: RequireOptions<S>): Promise<S>;
  /**
   * Creates a handler that passes requests on to a provider's API, with the
   * user's access token; see {@link ProxyOptions}.
   *
   * @throws ConfigurationError if `provider` or `target` is wrong
   */
  proxy(options: ProxyOptions): NuxtHandler;
}

/** What the module's code uses while it renders, as `event.context.latchkey`. */
export interface NuxtPage<S = Session> {
  /**
   * Returns the session as browsers get it; undefined while an answer for
   * everybody is made.
   */
  readSession(): S | null | undefined;
  /** Works like {@link NuxtAuthHandler.requireSession}. */
  requireSession(options?: RequireOptions<S>): Promise<S>;
}
