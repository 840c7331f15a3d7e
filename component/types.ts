import type { AuthConfig } from "../core/config/config.ts";
import type { Awaitable } from "../core/model/model.ts";

/** The configuration of the Qwik City integration. */
export type ComponentAuthConfig = AuthConfig;

/**
 * What a session read uses of Qwik City's request event. That of every handler,
 * loader and action fits, and `this` of a `server$` function.
 */
export interface SessionEvent {
  /** The platform's environment. Default: that of the process. */
  readonly env?: ComponentEnv;
  /** The request as it came. */
  readonly request: Request;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** Cookies of the answer. */
  readonly cookie: {
    set(
      name: string,
      value: string,
      options?: ComponentCookieOptions,
    ): unknown;
  };
  /** What handlers of one request share. */
  readonly sharedMap: Map<string, unknown>;
  /** Where the request runs: `static` while pages are made ahead of time. */
  readonly platform: unknown;
  /** Whether the answer has begun. */
  readonly headersSent?: boolean;
}

/** The environment as Qwik City hands it out (`ev.env`). */
export interface ComponentEnv {
  /** One variable. */
  get(name: string): string | undefined;
}

/** What the library uses of the event of a handler; that of Qwik City 1 fits. */
export interface ComponentEvent extends SessionEvent {
  /** The page's URL, also where the browser asks for its data only. */
  readonly url: URL;
  /** The path below which all pages are. */
  readonly basePathname?: string;
  /** The body, read and taken apart once for all. */
  parseBody(): Promise<unknown>;
  /** Makes what ends a request with a redirect when it is thrown. */
  // deno-lint-ignore no-explicit-any -- Qwik's own status codes are a list of literals
  redirect(status: any, url: string): unknown;
  /** Answers, and makes what ends a request when it is thrown. */
  // deno-lint-ignore no-explicit-any -- as above
  send(status: any, body: string): unknown;
}

/** What Qwik City takes as attributes of a cookie. */
export interface ComponentCookieOptions {
  /** Seconds. */
  maxAge?: number;
  /** The host that gets it, and all below. */
  domain?: string;
  /** The path that gets it, and all below. */
  path?: string;
  /** Whether scripts cannot read it. */
  httpOnly?: boolean;
  /** Whether it is sent over https only. */
  secure?: boolean;
  /** Which requests from other sites carry it. */
  sameSite?: "lax" | "strict" | "none";
}

/** A configuration, or a function that gives the one for a request. */
export type ComponentAuthSource<
  C extends ComponentAuthConfig = ComponentAuthConfig,
> // deno-lint-ignore no-explicit-any -- the host's function takes Qwik's whole event
 = C | ((ev: any) => Awaitable<C>);

/** What `useSignIn` takes. */
export interface SignInInput {
  /** The id of the provider. */
  providerId: string;
  /** Where to go after signing in: a path, or a URL of this site. Default: the page of the form. */
  redirectTo?: string | undefined;
  /**
   * What else the provider needs: `email`, or the fields of a credentials
   * provider. In forms their names are `options.email` and so on.
   */
  options?:
    | {
      /** Counts before the `redirectTo` beside it. */
      redirectTo?: string | undefined;
      [field: string]: string | number | boolean | undefined;
    }
    | undefined;
  /**
   * Parameters for the provider's authorization endpoint. From a script pass a
   * text or a record: URLSearchParams do not survive JSON.
   */
  authorizationParams?:
    | string
    | URLSearchParams
    | Record<string, string>
    | undefined;
}

/** What `useSignOut` takes. */
export interface SignOutInput {
  /**
   * Where to go after: a path, or a URL of this site. Default: the page of the
   * form, or the home page if `requireSession()` guards that.
   */
  redirectTo?: string | undefined;
}

/** The input of `useVerifyEmail`. */
export interface VerifyEmailInput {
  /** Where to go once the address is verified: a path, or a URL of this site. Default: the page of the form. */
  redirectTo?: string | undefined;
}

/** What came of a form: nothing of this where it succeeded. */
export interface ActionResult<Field extends string> {
  /** True where the form was refused. */
  failed?: true;
  /** What is wrong with single fields. */
  fieldErrors?: { readonly [name in Field]?: string[] };
  /** What is wrong with the form as a whole, as sentences for the visitor. */
  formErrors?: string[];
  /** The type of the error. */
  type?: string;
  /** Says more than the type: that of a `CredentialsSignin`, for example. */
  code?: string;
  /** Seconds after which another try makes sense: there were too many. */
  retryAfter?: number;
  /** Names the line of the log, for a visitor who complains. */
  ref?: string;
}

/** What `useSignIn` gives. */
export type SignInResult = ActionResult<keyof SignInInput>;

/** What `useSignOut` gives. */
export type SignOutResult = ActionResult<keyof SignOutInput>;

/** The result of `useVerifyEmail`. */
export type VerifyEmailResult = ActionResult<keyof VerifyEmailInput>;
