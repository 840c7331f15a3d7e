/**
 * How each type of error is shown. The classes in `errors.ts` carry what
 * happened; this table says what the visitor and the operator read.
 *
 * @module
 */

/** Where an error is shown: on the sign-in page, on the error page, or at once. */
export type ErrorKind = "signIn" | "error" | "direct";

/** How one type of error is shown. */
export interface ErrorRow {
  /** `signIn` and `error` redirect to that page; `direct` answers this request. */
  readonly kind: ErrorKind;
  /** HTTP status of the error page and of JSON answers. */
  readonly status: number;
  /** Whether the type may be named to the browser; if not, it reads "Configuration". */
  readonly public: boolean;
  /** The sentence for the visitor. */
  readonly sentence: string;
  /** Sentences for particular codes of this type. */
  readonly codes?: Readonly<Record<string, string>>;
  /**
   * The host's own codes may be named, too, where they look like one; this one
   * stands for those that do not.
   */
  readonly hostCode?: string;
  /** What the operator should look at; goes to the log only. */
  readonly hint: string;
}

/** Every type of error of the library. */
export type ErrorType =
  | "AccessDenied"
  | "AccountNotLinked"
  | "AdapterError"
  | "AuthError"
  | "CallbackRouteError"
  | "Configuration"
  | "CredentialsSignin"
  | "CrossSiteRequest"
  | "EmailSignInError"
  | "EventError"
  | "InvalidAddress"
  | "InvalidCheck"
  | "InvalidProvider"
  | "InvalidRequest"
  | "LastAccount"
  | "MethodNotAllowed"
  | "MissingCSRF"
  | "OAuthAccountNotLinked"
  | "OAuthCallbackError"
  | "OAuthProfileParseError"
  | "Overloaded"
  | "PayloadTooLarge"
  | "ProviderUnavailable"
  | "RateLimited"
  | "SessionError"
  | "SessionTooLarge"
  | "SignInError"
  | "SignInRequired"
  | "SignOutError"
  | "StoreError"
  | "UnknownAction"
  | "UntrustedHost"
  | "Verification"
  | "WebAuthnVerificationError";

const SERVER =
  "There is a problem with the sign-in of this site. Its operators find the details in the server log.";

const table = {
  AccessDenied: {
    kind: "error",
    status: 403,
    public: true,
    sentence: "You do not have permission to sign in.",
    hint: "The signIn callback gave false or threw; its error is the cause.",
  },
  AccountNotLinked: {
    kind: "signIn",
    status: 409,
    public: true,
    sentence:
      "Somebody signs in with this e-mail address already. Please sign in as you did before; then you can add a passkey.",
    codes: {
      // Whose it is stays untold.
      in_use: "This passkey belongs to another user already.",
    },
    hint:
      "A new passkey makes a new user, and the address is taken: nobody has proved that it is theirs.",
  },
  AdapterError: {
    kind: "error",
    status: 503,
    public: true,
    sentence: "The service is busy. Please try again in a moment.",
    hint: "A method of the adapter failed; the cause says how.",
  },
  AuthError: {
    kind: "error",
    status: 500,
    public: false,
    sentence: SERVER,
    hint: "An unexpected error; the cause says which.",
  },
  CallbackRouteError: {
    kind: "error",
    status: 500,
    public: false,
    sentence: SERVER,
    hint: "Something outside the library failed while a sign-in was finished.",
  },
  Configuration: {
    kind: "error",
    status: 500,
    public: true,
    sentence: SERVER,
    hint: "Change the configuration as the message says.",
  },
  CredentialsSignin: {
    kind: "signIn",
    status: 401,
    public: true,
    sentence: "These details are not right. Please check them and try again.",
    hostCode: "credentials",
    hint: "The authorize callback gave no user, or threw it.",
  },
  CrossSiteRequest: {
    kind: "direct",
    status: 403,
    public: true,
    sentence:
      "This request came from another site and was refused. Open this site and try again.",
    hint:
      "Origin or Sec-Fetch-Site named another origin than the public one. Behind a proxy, set AUTH_URL or make the framework trust the proxy.",
  },
  EmailSignInError: {
    kind: "signIn",
    status: 503,
    public: true,
    sentence: "The mail could not be sent. Please try again in a moment.",
    codes: {
      late:
        "Sending the mail takes long. If it arrives, it works; if not, please try again.",
      unsure:
        "The mail may not have been sent. If it arrives, it works; if not, please try again.",
    },
    hint:
      "The mail transport failed; the cause names its error codes. Its words are left out: they may hold its password.",
  },
  EventError: {
    kind: "error",
    status: 500,
    public: false,
    sentence: SERVER,
    hint: "An event handler threw or took longer than 5 seconds.",
  },
  InvalidAddress: {
    kind: "signIn",
    status: 400,
    public: true,
    sentence: "Please enter one e-mail address, like ada@example.com.",
    hint:
      "Quoted and commented addresses, lists, and domains without a dot are refused.",
  },
  InvalidCheck: {
    kind: "signIn",
    status: 400,
    public: true,
    sentence:
      "This sign-in took too long, or it was not started in this browser. Please sign in again.",
    hint:
      "The callback's state names no valid attempt of this browser: an old tab, a second use, or a lost cookie.",
  },
  InvalidProvider: {
    kind: "direct",
    status: 404,
    public: true,
    sentence: "This page does not exist.",
    hint: "The provider id in the path is not configured.",
  },
  InvalidRequest: {
    kind: "direct",
    status: 400,
    public: true,
    sentence: "This request could not be understood.",
    hint: "The body or the query is malformed.",
  },
  LastAccount: {
    kind: "error",
    status: 409,
    public: true,
    sentence:
      "This is your only way to sign in, so it stays. Add another one first.",
    hint: "Without it nobody could sign in as this user any more.",
  },
  MethodNotAllowed: {
    kind: "direct",
    status: 405,
    public: true,
    sentence: "This page cannot be opened this way.",
    hint: "The Allow header lists the methods of this path.",
  },
  MissingCSRF: {
    kind: "signIn",
    status: 403,
    public: true,
    sentence: "The form was out of date. Please try again.",
    hint:
      "The form's csrfToken was missing or did not match the browser's cookie. A form of your own takes its token from csrfToken(req).",
  },
  OAuthAccountNotLinked: {
    kind: "signIn",
    status: 409,
    public: true,
    sentence:
      "Somebody signs in with this e-mail address in another way. Please sign in as you did before; then you can add this way.",
    codes: {
      // Whose it is stays untold.
      in_use: "This account belongs to another user already.",
      unverified:
        "An account with this e-mail address exists, but the address has not been confirmed yet. Please sign in the way you did before, in this browser, which confirms it.",
    },
    hint:
      "The account is not linked to the user with this address; docs/users.md says when it would be.",
  },
  OAuthCallbackError: {
    kind: "signIn",
    status: 400,
    public: true,
    sentence:
      "The sign-in service reported a problem, or its answer could not be verified. Please try again.",
    codes: {
      access_denied:
        "The sign-in was cancelled, or you were not let in. You can try again.",
      login_required: "Please sign in at the sign-in service first.",
      interaction_required: "The sign-in service needs more from you first.",
      consent_required: "The sign-in service needs your consent first.",
      account_selection_required: "Please choose an account first.",
      server_error: "The sign-in service has a problem. Please try again.",
      temporarily_unavailable:
        "The sign-in service is busy. Please try again in a moment.",
      expired: "The sign-in took too long. Please sign in again.",
    },
    hint:
      "The cause holds the provider's error, or the check that its answer failed.",
  },
  OAuthProfileParseError: {
    kind: "error",
    status: 500,
    public: false,
    sentence: SERVER,
    hint: "The provider's profile callback threw or gave no id.",
  },
  Overloaded: {
    kind: "direct",
    status: 503,
    public: true,
    sentence: "The service is busy. Please try again in a moment.",
    hint:
      "More passwords are being hashed than this process can do. If nobody is guessing (see docs/limits.md), it needs more cores, or more processes.",
  },
  PayloadTooLarge: {
    kind: "direct",
    status: 413,
    public: true,
    sentence: "This request is too large.",
    hint: "Bodies are read up to 64 kB.",
  },
  ProviderUnavailable: {
    kind: "signIn",
    status: 503,
    public: true,
    sentence: "The sign-in service cannot be reached. Please try again.",
    hint:
      "A request to the provider failed, took too long, or gave an unusable answer; the cause says which.",
  },
  RateLimited: {
    kind: "direct",
    status: 429,
    public: true,
    sentence: "Too many attempts. Please wait a moment and try again.",
    hint:
      "More attempts from one address, or at one account, than `limits` allows; docs/limits.md says how it counts.",
  },
  SessionError: {
    kind: "error",
    status: 500,
    public: false,
    sentence: SERVER,
    hint: "The jwt or session callback threw; the session is kept.",
  },
  SessionTooLarge: {
    kind: "error",
    status: 500,
    public: false,
    sentence: SERVER,
    hint: "Put less into the session: the message names the biggest claim.",
  },
  SignInError: {
    kind: "signIn",
    status: 401,
    public: true,
    sentence: "You could not be signed in. Please try again.",
    hint: "Code of the host's threw it.",
  },
  SignInRequired: {
    kind: "signIn",
    status: 401,
    public: true,
    sentence: "Please sign in first.",
    codes: {
      fresh: "To do this, please sign in once more.",
    },
    hint: "Ways to sign in are added and removed by who is signed in.",
  },
  SignOutError: {
    kind: "error",
    status: 503,
    public: true,
    sentence:
      "You could not be signed out everywhere just now. Please try again.",
    hint:
      "The store refused the revocation, so a copied cookie could have lived on.",
  },
  StoreError: {
    kind: "error",
    status: 503,
    public: true,
    sentence: "The service is busy. Please try again in a moment.",
    hint: "The store failed; the cause says how.",
  },
  UnknownAction: {
    kind: "direct",
    status: 404,
    public: true,
    sentence: "This page does not exist.",
    hint: "No route has this path.",
  },
  UntrustedHost: {
    kind: "direct",
    status: 400,
    public: true,
    sentence: "This site cannot be reached under this name.",
    hint:
      "Set AUTH_URL (or `origin`) to the public origin, or list the host in `trustHost`.",
  },
  Verification: {
    kind: "signIn",
    status: 403,
    public: true,
    sentence:
      "This link or code does not work any more: it was used already, or it is too old. Please ask for a new mail.",
    codes: {
      wrong_code: "That is not the code of the mail. Please look again.",
      void: "Too many wrong codes. Please ask for a new mail.",
      spent:
        "The service is busy, and the link or code has been used up. Please ask for a new mail in a moment.",
    },
    hint:
      "The token of a mail was wrong, used or expired. With several processes and without an adapter that keeps tokens, hand in a shared `store`.",
  },
  WebAuthnVerificationError: {
    kind: "signIn",
    status: 400,
    public: true,
    sentence:
      "This passkey could not be verified. Please try again, or sign in another way.",
    hint:
      "The message says which check failed. Unexpected origins and domains mean that AUTH_URL (or `origin`, or `relyingParty`) is not what people type.",
  },
} satisfies Readonly<Record<ErrorType, ErrorRow>>;

/** How each type of error is shown; TypeScript requires it to be complete. */
export const errorTable: Readonly<Record<ErrorType, ErrorRow>> = table;

type Table = typeof table;

/**
 * Every sentence that a visitor may read: by its type or, behind a space, its
 * code. What may not be named reads like `Configuration`.
 */
export type SentenceKey = {
  [T in ErrorType]: Table[T] extends { readonly public: true }
    ? T | `${T} ${CodeOf<Table[T]>}`
    : never;
}[ErrorType];

type CodeOf<R> = R extends { readonly codes: infer C } ? keyof C & string
  : never;

/** The row of a type that came from outside (a query, another copy of the library). */
export function findErrorRow(type: unknown): ErrorRow | null {
  return typeof type === "string" && Object.hasOwn(errorTable, type)
    ? errorTable[type as ErrorType]
    : null;
}

/** The sentence in English: that of the code, else that of the type. */
export function toSentence(row: ErrorRow, code: string | null): string {
  const codes = row.codes;
  return code !== null && codes !== undefined && Object.hasOwn(codes, code)
    ? codes[code] ?? row.sentence
    : row.sentence;
}
