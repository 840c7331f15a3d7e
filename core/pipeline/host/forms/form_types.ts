/** The fields of a form: what the browser sent, or texts by name. */
export type FormFields =
  | FormData
  | Readonly<Record<string, string | undefined>>;

/** Options of a form that signs out. */
export interface SignOutOptions {
  /** The page to open afterwards: a path, or a URL of this site. Default: the site's root. */
  readonly redirectTo?: string | undefined;
  /**
   * Whether to sign out at the provider, too, if the user signed in at one that
   * can do that. Default: the option `logout` of the provider.
   */
  readonly federated?: boolean | undefined;
}

/** Options of a form that signs in. */
export interface SignInOptions {
  /**
   * The page to open afterwards: a path, or a URL of this site. Default: the
   * field `callbackUrl` of the form, or else the site's root.
   */
  readonly redirectTo?: string | undefined;
  /**
   * The other fields that the provider needs: `email`, or those of a password.
   * Files are left out.
   */
  readonly fields?: FormFields | undefined;
  /** Parameters for the provider's authorization endpoint. */
  readonly params?: Readonly<Record<string, string>> | undefined;
}

/** A form, as `submit` takes it. */
export interface SubmitOptions extends SignInOptions {
  /** The id of the provider, for `signin` and `connect`. */
  readonly provider?: string | undefined;
}

/** What a form can ask for; docs/routes.md lists the fields of each. */
export type SubmitAction =
  | "signin"
  | "signout"
  | "signup"
  | "reset"
  | "new-password"
  | "password"
  | "factors"
  | "connect"
  | "verify-email";

/** The reason a form was refused, in words that a page can show. */
export interface FormError {
  /** The type of the error, or `Configuration` if it must not be disclosed. */
  readonly type: string;
  /** More specific than the type: the code of a `CredentialsSignin`, for example. */
  readonly code: string | null;
  /** A sentence for the visitor. */
  readonly message: string;
  /** The name of the field that it is about; null: the form as a whole. */
  readonly field: string | null;
  /** Seconds after which another try makes sense, after too many attempts. */
  readonly retryAfter: number | null;
  /** The HTTP status that fits. */
  readonly status: number;
  /** Identifies the log line, for a visitor who asks for support. */
  readonly ref: string;
}

/** The result of a form: where to go, or why not. */
export type FormResult =
  | {
    /** The URL to redirect the browser to. */
    readonly url: string;
    readonly error: null;
  }
  | {
    readonly url: null;
    /** Why the form was refused. */
    readonly error: FormError;
  };

/**
 * The functions that answer forms of the application by themselves: server
 * actions, loaders, and routes of your own. No form needs a token for them,
 * because the browser's own headers say which site sent it. They refuse a GET
 * request.
 *
 * @typeParam H what comes beside the result: `{ headers }` to add to the
 * response, or nothing where the framework takes cookies
 */
export interface FormFunctions<R, H> {
  /**
   * Signs in with any provider: the result's `url` is that of the provider, of
   * the page that takes the code of a mail, or the target.
   *
   * @param provider the provider's id
   * @throws ConfigurationError for a GET request; refusals are in the result
   */
  signIn(
    request: R,
    provider: string,
    options?: SignInOptions,
  ): Promise<FormResult & H>;
  /**
   * Ends the session.
   *
   * @throws ConfigurationError for a GET request; refusals are in the result
   */
  signOut(request: R, options?: SignOutOptions): Promise<FormResult & H>;
  /**
   * Sends a form to any other of the auth routes: `signup`, `reset`,
   * `new-password`, `password`, `factors`, `connect` or `verify-email`.
   *
   * @throws ConfigurationError for a GET request; refusals are in the result
   */
  submit(
    request: R,
    action: SubmitAction,
    options?: SubmitOptions,
  ): Promise<FormResult & H>;
}

/** Options of a mail that verifies an address. */
export interface VerifyEmailOptions {
  /**
   * The target once the address is verified: a path, or a URL of this site.
   * Default: the site's root.
   */
  readonly callbackUrl?: string | undefined;
}
