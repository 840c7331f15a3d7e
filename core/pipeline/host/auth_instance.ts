import type { AccountChoice } from "../../accounts/unlink.ts";
import type { PageProvider } from "../../config/pages/page_models.ts";
import type { Session } from "../../model/model.ts";
import type { SessionWith } from "./user_field_types.ts";
import type { SignInAccount } from "./management/sign_in_account.ts";
import type { BeginSession } from "./begin_session.ts";
import type { PasswordFunctions } from "./management/password_management.ts";
import type { FactorFunctions } from "./management/factor_management.ts";
import type { PasskeyManagement } from "./management/passkey_management.ts";
import type { AccountDeletion } from "./management/delete_account.ts";
import type { UserManagement } from "./management/user_management.ts";
import type { ListSessions } from "../../session/rows/list.ts";
import type { FormFunctions, VerifyEmailOptions } from "./forms/form_types.ts";
import type { RequireOptions } from "./guards/options.ts";
import type { CsrfFieldResult, CsrfTokenResult } from "./forms/csrf_results.ts";
import type { ProxyOptions } from "../proxy/proxy_options.ts";
import type {
  AccessTokenAndHeaders,
  AccessTokenOptions,
  AccessTokenResult,
  ResealResult,
  WebResourceInit,
} from "./tokens.ts";

export type { CsrfFieldResult, CsrfTokenResult };

/** A session, and the headers to add to the response. */
export interface SessionResult<S = Session> {
  /** The current session, or null. */
  readonly session: S | null;
  /**
   * Headers to add to the response: cookies that have to be set, and
   * `Cache-Control` and `Vary`, since the response depends on the visitor.
   */
  readonly headers: Headers;
}

/** The functions that {@link createAuth} returns. */
export interface AuthInstance<
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends
  UserManagement<F>,
  AccountDeletion<Request, { readonly headers: Headers }>,
  BeginSession<Request, { readonly headers: Headers }>,
  PasskeyManagement<Request, { readonly headers: Headers }>,
  FormFunctions<Request, { readonly headers: Headers }> {
  /**
   * Answers requests to the auth routes.
   *
   * @param info the platform's second argument, passed to the option
   * `clientAddress`
   */
  handler(request: Request, info?: unknown): Promise<Response>;
  /**
   * Returns the session of a request, read once however often it is called.
   *
   * @throws AuthError if the configuration is wrong, the store fails, or a
   * callback threw; never because of what a client sent
   */
  session(request: Request): Promise<SessionResult<S>>;
  /**
   * Returns the session if it may pass, or else the response to send: browsers
   * are redirected to the sign-in page and back, programs get 401, and a
   * signed-in user that may not pass gets 403. A user whose proof is older than
   * `maxAge`, or lacks `acr` or `amr`, signs in again as the same person;
   * programs get 401 with a challenge (RFC 9470). A request under a host that is
   * not trusted gets 400, as at the auth routes.
   *
   * @throws ConfigurationError for a demand that no proof could meet
   */
  require(
    request: Request,
    options?: RequireOptions<S>,
  ): Promise<SignedIn<S> | Response>;
  /**
   * Updates the session: `data` goes to the `jwt` callback with `trigger:
   * "update"`. Later reads of this request's session see the new one. With
   * `rotate` it gets a new id and the old one ends, as it should when a user's
   * rights change; if another request rotates or ends it at the same time,
   * there is no session, and no cookie changes.
   */
  updateSession(
    request: Request,
    data: unknown,
    options?: UpdateOptions,
  ): Promise<SessionResult<S>>;
  /**
   * Returns the `csrfToken` field for a form of your own that posts to an auth
   * route.
   */
  csrfToken(request: Request): Promise<CsrfTokenResult>;
  /** Returns the same field as HTML, to be put into a form as it is. */
  csrfField(request: Request): Promise<CsrfFieldResult>;
  /**
   * Lists the providers for the buttons and forms of a sign-in page of your
   * own, in their configured order. Names are texts to be escaped; colours and
   * URLs are checked, as for the built-in page. The URLs are below `basePath`.
   */
  providers(request: Request): Promise<readonly PageProvider[]>;
  /**
   * Returns the account that the current user signed in with: the provider, and
   * the user's id there. Null without a session, and for one that began before
   * the library kept it.
   */
  getAccount(request: Request): Promise<SignInAccount | null>;
  /** Lists the sessions of the current user, or a page of them. */
  readonly listSessions: ListSessions<Request>;
  /**
   * Unlinks a sign-in method of the current user, unless it is the last one.
   * The user must have proved who they are within the last ten minutes. The
   * session gets a new id: add the headers to the response.
   *
   * @throws SignInRequired without a session, and with the code `fresh` if the
   * proof is too old; LastAccount, or InvalidRequest if the user has no such
   * account
   */
  unlinkAccount(
    request: Request,
    which: AccountChoice,
  ): Promise<{ readonly headers: Headers }>;
  /** The password of the current user, with the provider `Password`. */
  readonly passwords: PasswordFunctions<Request, { readonly headers: Headers }>;
  /** The second factors of the current user. */
  readonly factors: FactorFunctions<Request, { readonly headers: Headers }>;
  /**
   * Returns an access token of a provider for the current user, which is valid
   * for at least `minValidity` seconds: the one at hand, or a renewed one (RFC
   * 6749 section 6). However many requests and processes ask at the same time,
   * the provider is asked once. Needs the option `tokens`.
   *
   * @param provider the provider's id
   * @throws SignInRequired without a session; NotConnected, ConsentRequired or
   * ReauthenticationRequired if the user has to sign in at the provider;
   * ProviderUnavailable if it does not answer and the old token has expired
   */
  getAccessToken(
    request: Request,
    provider: string,
    options?: AccessTokenOptions,
  ): Promise<AccessTokenAndHeaders>;
  /**
   * Sends a request to a provider's API with an access token of the current
   * user, like the global `fetch` (RFC 6750). A token that the API refuses as
   * invalid is renewed once, unless the body is a stream. The token is sent only
   * to the origins in `tokens.resources`, and never across a redirect.
   *
   * @param provider the provider's id
   * @param url an absolute URL
   * @param init as for `fetch`; `token` has the options of `getAccessToken`, and
   * `setCookies` collects the cookies to add to the response
   * @throws ConsentRequired if the API needs a scope that was not granted,
   * ConfigurationError for another origin, and the errors of `getAccessToken`
   */
  fetch(
    request: Request,
    provider: string,
    url: string | URL,
    init?: WebResourceInit,
  ): Promise<Response>;
  /**
   * Creates a handler that passes requests of this site's pages on to a
   * provider's API, with the user's access token; see {@link ProxyOptions}.
   *
   * @throws ConfigurationError if `provider` or `target` is wrong
   */
  proxy(options: ProxyOptions): (request: Request) => Promise<Response>;
  /**
   * Returns an access token of a provider for a user, for work without a
   * request.
   *
   * @throws the errors of `getAccessToken`, except SignInRequired; and
   * ConfigurationError if the configuration is a function of the request, or if
   * tokens are kept in cookies
   */
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
   * Sends a mail to the current user's address. Its link verifies the address
   * if it is opened in this browser; the page at `url` takes its code. Redirect
   * there, and add the headers to the response. Call it for a form of this site
   * only: a request caused by another site is refused. The limits of `email`
   * apply.
   *
   * @param info the platform's second argument, passed to the option
   * `clientAddress`
   * @throws SignInRequired without a session, RateLimited, InvalidAddress
   * without an address, EmailSignInError if the mail was not sent,
   * CrossSiteRequest, or UnknownAction without an adapter and a provider of
   * type `email`
   */
  verifyEmail(
    request: Request,
    options?: VerifyEmailOptions,
    info?: unknown,
  ): Promise<VerifyEmailResult>;
}

/** The redirect for a browser that asked to verify an address. */
export interface VerifyEmailResult {
  /**
   * URL of the page that takes the code of the mail, or the target if the
   * address is already verified.
   */
  readonly url: string;
  /** Headers to add to the response. */
  readonly headers: Headers;
}

/** An existing session, and the headers to add to the response. */
export interface SignedIn<S = Session> {
  /** The current session. */
  readonly session: S;
  /**
   * Headers to add to the response: cookies that have to be set, and those that
   * keep the page out of caches.
   */
  readonly headers: Headers;
}

/** Options of an update of the session. */
export interface UpdateOptions {
  /** Whether the session gets a new id and the old one ends. Default false. */
  rotate?: boolean | undefined;
}

/**
 * The session type of a configuration: the return type of its `session`
 * callback, or else a session with the fields of `user.fields`.
 */
export type SessionOf<C> = C extends
  { callbacks: { session: (...args: never[]) => infer R } } ? Awaited<R>
  : C extends (...args: never[]) => infer R ? SessionOf<Awaited<R>>
  : C extends { user: { fields: infer F } } ? SessionWith<F>
  : Session;
