import type { AccountChoice } from "../core/accounts/unlink.ts";
import type { AuthConfig, ConfigSource } from "../core/config/config.ts";
import type { PageProvider } from "../core/config/pages/page_models.ts";
import type { JWT, Session } from "../core/model/model.ts";
import type { UpdateOptions } from "../core/pipeline/host/auth_instance.ts";
import type { VerifyEmailOptions } from "../core/pipeline/host/forms/form_action.ts";
import type { ServerGuard } from "./guard_type.ts";
import type { RequireOptions } from "../core/pipeline/host/guards/options.ts";
import type { ProxyOptions } from "../core/pipeline/proxy/proxy_options.ts";
import type {
  AccessTokenOptions,
  AccessTokenResult,
  ResealResult,
  ResourceInit,
} from "../core/pipeline/host/tokens.ts";
import type { SignInAccount } from "../core/pipeline/host/management/sign_in_account.ts";
import type { BeginSession } from "../core/pipeline/host/begin_session.ts";
import type { PasswordFunctions } from "../core/pipeline/host/management/password_management.ts";
import type { FactorFunctions } from "../core/pipeline/host/management/factor_management.ts";
import type { AccountDeletion } from "../core/pipeline/host/management/delete_account.ts";
import type { PasskeyManagement } from "../core/pipeline/host/management/passkey_management.ts";
import type { UserManagement } from "../core/pipeline/host/management/user_management.ts";
import type { ListSessions } from "../core/session/rows/list.ts";

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
> extends
  ServerMiddleware<R>,
  UserManagement<F>,
  AccountDeletion<R, unknown>,
  BeginSession<R, void>,
  PasskeyManagement<R, void> {
  /** The password of the current user, with the provider `Password`. */
  readonly passwords: PasswordFunctions<R, unknown>;
  /** The second factors of the current user. */
  readonly factors: FactorFunctions<R, unknown>;
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
  /** Returns the session of a request, or null. Writes cookies that are due. */
  getSession(req: R): Promise<S | null>;
  /**
   * Changes the session: `data` goes to the `jwt` callback with
   * `trigger: "update"`. Later reads in the same request see the new session.
   * With `rotate` the session gets a new id and the old one ends, as it should
   * when the user's permissions change; if another request rotates or ends it
   * at the same time, the result is null and no cookie changes.
   */
  updateSession(
    req: R,
    data: unknown,
    options?: UpdateOptions,
  ): Promise<S | null>;
  /**
   * Returns the `csrfToken` field for your own form that posts to an auth
   * route.
   */
  csrfToken(req: R): Promise<string>;
  /**
   * Returns the same field as HTML, to be put into a form as it is:
   * `<input type="hidden" name="csrfToken" value="…">`.
   */
  csrfField(req: R): Promise<string>;
  /**
   * Lists the providers for the buttons and forms of a sign-in page of your
   * own, in their configured order. Names are texts to be escaped; colours and
   * URLs are checked, as for the built-in page. The URLs are below `basePath`.
   */
  providers(req: R): Promise<readonly PageProvider[]>;
  /**
   * Returns the account that the current user signed in with: the provider, and
   * the user's id there. Null without a session, and for one that began before
   * the library kept it.
   */
  getAccount(req: R): Promise<SignInAccount | null>;
  /**
   * Lists the current user's sessions, or a page of them. Needs the strategy
   * `database`.
   */
  readonly listSessions: ListSessions<R>;
  /**
   * Unlinks an account from the current user, unless it is the last way to sign
   * in. The user must have proved who they are within the last ten minutes:
   * otherwise it throws SignInRequired with the code `fresh`. The session gets a
   * new id.
   */
  unlinkAccount(req: R, which: AccountChoice): Promise<void>;
  /**
   * Returns an access token of a provider for the current user, renewed if it is
   * about to expire. Needs the option `tokens`.
   *
   * @param provider the provider's id
   * @throws SignInRequired, NotConnected, ConsentRequired,
   * ReauthenticationRequired or ProviderUnavailable
   */
  getAccessToken(
    req: R,
    provider: string,
    options?: AccessTokenOptions,
  ): Promise<AccessTokenResult>;
  /**
   * Sends a request to a provider's API with an access token of the current
   * user, like the global `fetch` (RFC 6750). A token that the API refuses as
   * invalid is renewed once, unless the body is a stream. The token is sent only
   * to the origins in `tokens.resources`, and never across a redirect.
   *
   * @param provider the provider's id
   * @param url an absolute URL
   * @param init as for `fetch`; `token` has the options of `getAccessToken`
   * @throws ConsentRequired if the API needs a scope that was not granted,
   * ConfigurationError for another origin, and the errors of `getAccessToken`
   */
  fetch(
    req: R,
    provider: string,
    url: string | URL,
    init?: ResourceInit,
  ): Promise<Response>;
  /**
   * Creates a middleware that passes requests of this site's pages on to a
   * provider's API, with the user's access token; see {@link ProxyOptions}.
   * Mount it before body parsers, which read a body whole.
   *
   * @throws ConfigurationError if `provider` or `target` is wrong
   */
  proxy(options: ProxyOptions): ServerMiddleware<R>;
  /** Returns an access token of a provider for a user, for work without a request. */
  getAccessTokenFor(
    userId: string,
    provider: string,
    options?: AccessTokenOptions,
  ): Promise<AccessTokenResult>;
  /**
   * Seals all tokens that are kept in the adapter under the newest secret, those
   * that are not sealed yet included. Afterwards, an older secret can be given
   * up. It reads every account, in slices, and can be repeated.
   *
   * @throws ConfigurationError if tokens are kept elsewhere, the adapter has no
   * `listAccounts`, or the configuration is a function of the request
   */
  resealTokens(): Promise<ResealResult>;
  /**
   * Sends a mail to the current user's address and returns the URL to redirect
   * to: the page that takes the code from the mail. The link verifies the
   * address if it is opened in this browser. Cross-site requests are refused.
   */
  verifyEmail(req: R, options?: VerifyEmailOptions): Promise<string>;
}
