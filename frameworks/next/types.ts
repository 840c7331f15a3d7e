import type { Session } from "../../core/model/model.ts";
import type {
  FormError,
  SignInOptions,
  SignOutOptions,
  SubmitAction,
  SubmitOptions,
} from "../../core/pipeline/host/forms/form_types.ts";
import type { RequireOptions } from "../../core/pipeline/host/guards/options.ts";
import type { HostFunctions } from "../../core/pipeline/host/host_functions.ts";
import type { UserManagement } from "../../core/pipeline/host/management/user_management.ts";
import type { ProxyOptions } from "../../core/pipeline/proxy/proxy_options.ts";
import type {
  SessionInfo,
  SessionPage,
  SessionPageOptions,
} from "../../core/session/rows/list.ts";

/** The functions that are about any user, and need no request. */
export type UserFunction =
  | keyof UserManagement<never>
  | "getAccessTokenFor"
  | "resealTokens";

/** Functions without their first argument: the request is the present one. */
export type OfPresent<T> = {
  readonly [K in keyof T]: T[K] extends
    (request: Request, ...args: infer A) => infer R ? (...args: A) => R
    : OfPresent<T[K]>;
};

/** A handler of `[...auth]/route.ts`, and what it gets beside the request. */
export type RouteHandler = (
  request: Request,
  context: {
    readonly params: Promise<
      Readonly<Record<string, string | string[] | undefined>>
    >;
  },
) => Promise<Response>;

/** A handler of `route.ts`, or the function of `proxy.ts`. */
export type RequestHandler = (request: Request) => Promise<Response>;

/** The methods that an API gets. */
export type ApiMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The reason why a form was refused; whoever succeeds is redirected. */
export interface RefusedForm {
  /** The reason, with a sentence to show. */
  readonly error: FormError;
}

/** Options of the guard of a page. */
export interface PageRequireOptions<S = Session> extends
  Pick<
    RequireOptions<S>,
    "redirectTo" | "role" | "when" | "maxAge" | "acr" | "amr"
  > {
  /**
   * The path of the page, with its query, to come back to. Default: what
   * `proxy.ts` has noted; without it, the root of the site.
   */
  readonly path?: string | undefined;
}

/** The functions that Next's own idioms replace. */
export type ReplacedFunction = "listSessions" | "signIn" | "signOut" | "submit";

/**
 * The functions of an application of Next's. Those about the present request
 * work in server components, server actions and route handlers. They fail where
 * Next has no request, as in `"use cache"`, and server components cannot use
 * those that set cookies.
 */
export interface NextServerAuth<
  S = Session,
  F = Readonly<Record<string, unknown>>,
> extends
  Pick<HostFunctions<Request, S, F>, UserFunction>,
  OfPresent<
    Omit<HostFunctions<Request, S, F>, UserFunction | ReplacedFunction>
  > {
  /** The handlers of the auth routes: `export const { GET, POST } = auth.handlers`. */
  readonly handlers: Readonly<Record<"GET" | "POST" | "OPTIONS", RouteHandler>>;
  /**
   * Creates the function of `proxy.ts`: it renews sessions that are due when a
   * page is requested, which no server component can do, and notes the path.
   *
   * @param guard if it is given, only who passes may see what the `matcher` of
   * `proxy.ts` names
   */
  proxy(guard?: RequireOptions<S>): RequestHandler;
  /**
   * Creates handlers of `app/api/[...path]/route.ts` that pass requests on to a
   * provider's API, with the user's access token; see {@link ProxyOptions}.
   */
  apiHandlers(
    options: ProxyOptions,
  ): Readonly<Record<ApiMethod, RequestHandler>>;
  /**
   * Lets only signed-in users through, in a route handler: returns the session,
   * or the response to return instead. Programs get 401, or 403 if a session is
   * not enough.
   */
  require(request: Request, options?: RequireOptions<S>): Promise<S | Response>;
  /**
   * Lets only signed-in users through, in a server component or a server action:
   * returns the session, or redirects to the sign-in page and back. A user who
   * may not pass gets `forbidden()` of Next, which `experimental.authInterrupts`
   * turns on.
   */
  requireSession(options?: PageRequireOptions<S>): Promise<S>;
  /**
   * Signs in with any provider, in a server action: redirects to the provider,
   * to the page that takes the code of a mail, or to the target.
   *
   * @param provider the provider's id
   * @param options the form, or options
   */
  signIn(
    provider: string,
    options?: FormData | SignInOptions,
  ): Promise<RefusedForm>;
  /** Ends the session, in a server action, and redirects to the target. */
  signOut(options?: SignOutOptions): Promise<RefusedForm>;
  /**
   * Sends a form to any other of the auth routes, in a server action, and
   * redirects to where it leads.
   */
  submit(
    action: SubmitAction,
    options?: FormData | SubmitOptions,
  ): Promise<RefusedForm>;
  /** Lists the current user's sessions, or a page of them. */
  readonly listSessions: {
    (): Promise<SessionInfo[]>;
    (page: SessionPageOptions): Promise<SessionPage>;
  };
}
