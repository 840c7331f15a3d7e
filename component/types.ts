import type { AuthConfig } from "../core/config/config.ts";
import type { Awaitable, JWT } from "../core/model/model.ts";

/** The configuration of the Qwik City integration. */
export type ComponentAuthConfig<Token = JWT> = AuthConfig<Token>;

/**
 * The parts of Qwik's request event that a session read uses. The event of
 * every handler, loader and action fits, and `this` of a `server$` function.
 */
export interface SessionEvent {
  /** The platform's environment. Default: that of the process. */
  readonly env?: ComponentEnv;
  /** The request as it came. */
  readonly request: Request;
  /** Headers of the response. */
  readonly headers: Headers;
  /** Cookies of the response. */
  readonly cookie: {
    set(
      name: string,
      value: string,
      options?: ComponentCookieOptions,
    ): unknown;
  };
  /** Values shared by the handlers of one request. */
  readonly sharedMap: Map<string, unknown>;
  /** The platform; `static` during static site generation. */
  readonly platform: unknown;
  /** Whether the response has begun. */
  readonly headersSent?: boolean;
  /**
   * In Qwik 2: whether Qwik's script sent the request, for the data of a loader
   * or to an action.
   */
  readonly internalRequest?: "loader" | "action" | false;
}

/** The environment as Qwik City provides it (`ev.env`). */
export interface ComponentEnv {
  /** Returns one variable. */
  get(name: string): string | undefined;
}

/**
 * The parts of a handler's event that the library uses; those of Qwik City
 * 1 and Qwik Router 2 fit.
 */
export interface ComponentEvent extends SessionEvent {
  /** The page's URL, even if the browser requests only its data. */
  readonly url: URL;
  /** The base path of all pages. */
  readonly basePathname?: string;
  /** Returns the body, read and parsed once. */
  parseBody(): Promise<unknown>;
  /** Returns a redirect that ends the request when it is thrown. */
  redirect(status: number, url: string): unknown;
  /**
   * Sends a response, and returns a value that ends the request when it is
   * thrown.
   */
  send(status: number, body: string): unknown;
}

/** The cookie attributes of Qwik City. */
export interface ComponentCookieOptions {
  /** Seconds. */
  maxAge?: number;
  /** The domain that receives it, including subdomains. */
  domain?: string;
  /** The path prefix that receives it. */
  path?: string;
  /** Whether scripts cannot read it. */
  httpOnly?: boolean;
  /** Whether it is sent over https only. */
  secure?: boolean;
  /** Which cross-site requests carry it. */
  sameSite?: "lax" | "strict" | "none";
}

/**
 * A configuration, or a function that returns the configuration for a request.
 */
export type ComponentAuthSource<
  C extends ComponentAuthConfig = ComponentAuthConfig,
> // deno-lint-ignore no-explicit-any -- the application's function takes Qwik's whole event
 = C | ((ev: any) => Awaitable<C>);

/** The input of `useSignIn`. */
export interface SignInInput {
  /** The id of the provider. */
  providerId: string;
  /**
   * The page to open after signing in: a path, or a URL of this site. Default:
   * the page of the form.
   */
  redirectTo?: string | undefined;
  /**
   * Other fields that the provider needs: `email`, or the fields of a
   * credentials provider. In forms their names are `options.email` and so on.
   */
  options?:
    | {
      /** Takes precedence over the `redirectTo` beside it. */
      redirectTo?: string | undefined;
      [field: string]: string | number | boolean | undefined;
    }
    | undefined;
  /**
   * Parameters for the provider's authorization endpoint. From a script pass a
   * string or a record: URLSearchParams do not survive JSON.
   */
  authorizationParams?:
    | string
    | URLSearchParams
    | Record<string, string>
    | undefined;
  /**
   * Whether the provider must answer without a page (`prompt=none`): a visitor
   * who is not signed in there comes back without a session. In forms its value
   * is `true`. Default false.
   */
  silent?: boolean | "true" | "false" | undefined;
}

/** The input of `useSignOut`. */
export interface SignOutInput {
  /**
   * The page to open afterwards: a path, or a URL of this site. Default: the page
   * of the form, or the home page if `requireSession()` guards that.
   */
  redirectTo?: string | undefined;
  /**
   * Whether to sign out at the provider, too, if the user signed in at one that
   * can do that. In forms its value is the text `true` or `false`. Default: the
   * option `logout` of the provider.
   */
  federated?: boolean | "true" | "false" | undefined;
}

/** The input of `useVerifyEmail`. */
export interface VerifyEmailInput {
  /**
   * The page to open once the address is verified: a path, or a URL of this site.
   * Default: the page of the form.
   */
  redirectTo?: string | undefined;
}

/** The input of `useConnect`. */
export interface ConnectInput {
  /** The id of the provider. */
  providerId: string;
  /**
   * The scopes to ask for, with spaces between them; the provider's
   * `connectScopes` has to list them. Default: those that were granted before.
   */
  scope?: string | undefined;
  /** The id of the account at the provider, if the user has several. Default: the first. */
  account?: string | undefined;
  /** The page to open afterwards: a path, or a URL of this site. Default: the page of the form. */
  redirectTo?: string | undefined;
}

/** The result of a form; empty if it succeeded. */
export interface ActionResult<Field extends string> {
  /** True if the form was refused. */
  failed?: true;
  /** Errors of single fields. */
  fieldErrors?: { readonly [name in Field]?: string[] };
  /** Errors of the form as a whole, as sentences for the visitor. */
  formErrors?: string[];
  /** The type of the error. */
  type?: string;
  /**
   * More specific than the type: the code of a `CredentialsSignin`, for
   * example.
   */
  code?: string;
  /** Seconds after which another try makes sense, after too many attempts. */
  retryAfter?: number;
  /** Identifies the log line, for a visitor who asks for support. */
  ref?: string;
}

/** The result of `useSignIn`. */
export type SignInResult = ActionResult<keyof SignInInput>;

/** The result of `useSignOut`. */
export type SignOutResult = ActionResult<keyof SignOutInput>;

/** The result of `useVerifyEmail`. */
export type VerifyEmailResult = ActionResult<keyof VerifyEmailInput>;

/** The result of `useConnect`. */
export type ConnectResult = ActionResult<keyof ConnectInput>;
