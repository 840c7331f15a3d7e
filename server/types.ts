import type { AuthConfig, ConfigSource } from "../core/config/config.ts";
import type { JWT, Session } from "../core/model/model.ts";
import type { HostFunctions } from "../core/pipeline/host/host_functions.ts";
import type { RequireOptions } from "../core/pipeline/host/guards/options.ts";
import type { ProxyOptions } from "../core/pipeline/proxy/proxy_options.ts";
import type { ServerGuard } from "./guard_type.ts";

/**
 * The parts of a request that the library uses; those of Express 4 and 5,
 * Connect and Node fit.
 */
export interface ServerRequest {
  /** HTTP method. */
  method?: string | undefined;
  /** Path and query, below the mount. */
  url?: string | undefined;
  /** The original path and query. */
  originalUrl?: string | undefined;
  /** Path of the mount. */
  baseUrl?: string | undefined;
  /** `http` or `https`, as determined by the framework. */
  protocol?: string | undefined;
  /** Headers by lower-case name. */
  headers: Record<string, string | string[] | undefined>;
  /** The result of a body parser. */
  body?: unknown;
  /** Adds a listener for an event of the body. */
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  /** Pauses the body stream. */
  pause?(): unknown;
}

/** The parts of a response that the library uses. */
export interface ServerResponse {
  /** HTTP status. */
  statusCode: number;
  /** Whether the response has begun. */
  headersSent: boolean;
  /** Returns a header that was set. */
  getHeader(name: string): number | string | string[] | undefined;
  /** Sets a header. */
  setHeader(name: string, value: string | string[]): unknown;
  /** Sends the response. */
  end(text?: string): unknown;
}

/** The configuration of the Express integration. */
export type ServerAuthConfig<Token = JWT> = Omit<AuthConfig<Token>, "raw">;

/**
 * A configuration, or a function that returns the configuration for a request.
 */
export type ServerAuthSource<R extends object = ServerRequest> = ConfigSource<
  R,
  ServerAuthConfig
>;

/**
 * The properties that the middleware sets on `res.locals`. The npm package
 * declares them for Express, with {@link Session}. Applications whose `session`
 * callback returns another type, or that use the library from another registry,
 * declare the property themselves:
 *
 * @example
 * ```ts ignore
 * declare global {
 *   namespace Express {
 *     interface Locals {
 *       session?: SessionOf<typeof config> | null;
 *     }
 *   }
 * }
 * ```
 */
export interface ServerLocals<S = Session> {
  /**
   * The session, or null. Set by `auth.session`, and in routes behind
   * `auth.require()`.
   */
  session?: S | null | undefined;
}

/** Passes a request on, or an error to the application's error handler. */
export type Next = (error?: unknown) => void;

/** A middleware of this library. It never rejects: errors go to `next`. */
export type ServerMiddleware<R extends ServerRequest = ServerRequest> = (
  req: R,
  res: ServerResponse,
  next: Next,
) => Promise<void>;

/** The handler of the auth routes, with the other functions as properties. */
export interface ServerAuthHandler<
  S = Session,
  R extends ServerRequest = ServerRequest,
  F = Readonly<Record<string, unknown>>,
> extends ServerMiddleware<R>, HostFunctions<R, S, F> {
  /** Middleware that reads the session once and sets `res.locals.session`. */
  readonly session: ServerMiddleware<R>;
  /**
   * Middleware for routes and routers that lets only signed-in users through.
   * Browsers are redirected to the sign-in page; API clients get 401 (or 403 if
   * a session is not enough) as JSON. A user whose proof is older than `maxAge`,
   * or lacks `acr` or `amr`, signs in again as the same person. A request to an
   * untrusted host gets 400, as on the auth routes.
   */
  require(options?: RequireOptions<S>): ServerGuard<S, R>;
  /**
   * Creates a middleware that passes requests of this site's pages on to a
   * provider's API, with the user's access token; see {@link ProxyOptions}.
   * Mount it before body parsers, which read a body whole.
   *
   * @throws ConfigurationError if `provider` or `target` is wrong
   */
  proxy(options: ProxyOptions): ServerMiddleware<R>;
}
