/**
 * The presentation of each type of error. The classes in `errors.ts` hold the
 * details; this table says on which page an error is shown, and the hint for
 * the operator. The visitor's sentences are in `error_sentences.ts`, which
 * session reads do not load.
 *
 * @module
 */

/** The place where an error is shown: the sign-in page, the error page, or the direct response. */
export type ErrorKind = "signIn" | "error" | "direct";

/** The presentation of one type of error. */
export interface ErrorRow {
  /** `signIn` and `error` redirect to that page; `direct` answers this request. */
  readonly kind: ErrorKind;
  /** HTTP status of the error page and of JSON responses. */
  readonly status: number;
  /** Whether the type may be shown to the browser; if not, it becomes "Configuration". */
  readonly public: boolean;
  /** Hint for the operator; written to the log only. */
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

const table = {
  AccessDenied: {
    kind: "error",
    status: 403,
    public: true,
    hint: "The signIn callback gave false or threw; its error is the cause.",
  },
  AccountNotLinked: {
    kind: "signIn",
    status: 409,
    public: true,
    hint:
      "A new passkey creates a new user, but the address already belongs to a user and was not proved.",
  },
  AdapterError: {
    kind: "error",
    status: 503,
    public: true,
    hint: "A method of the adapter failed; the cause says how.",
  },
  AuthError: {
    kind: "error",
    status: 500,
    public: false,
    hint: "An unexpected error; the cause says which.",
  },
  CallbackRouteError: {
    kind: "error",
    status: 500,
    public: false,
    hint: "Something outside the library failed while a sign-in was finished.",
  },
  Configuration: {
    kind: "error",
    status: 500,
    public: true,
    hint: "Change the configuration as the message says.",
  },
  CredentialsSignin: {
    kind: "signIn",
    status: 401,
    public: true,
    hint: "The authorize callback gave no user, or threw it.",
  },
  CrossSiteRequest: {
    kind: "direct",
    status: 403,
    public: true,
    hint:
      "Origin or Sec-Fetch-Site named another origin than the public one. Behind a proxy, set AUTH_URL or make the framework trust the proxy.",
  },
  EmailSignInError: {
    kind: "signIn",
    status: 503,
    public: true,
    hint:
      "The mail transport failed; the cause names its error codes. Its words are left out: they may hold its password.",
  },
  EventError: {
    kind: "error",
    status: 500,
    public: false,
    hint: "An event handler threw or took longer than 5 seconds.",
  },
  InvalidAddress: {
    kind: "signIn",
    status: 400,
    public: true,
    hint:
      "Quoted and commented addresses, lists, and domains without a dot are refused.",
  },
  InvalidCheck: {
    kind: "signIn",
    status: 400,
    public: true,
    hint:
      "The callback's state names no valid attempt of this browser: an old tab, a second use, or a lost cookie.",
  },
  InvalidProvider: {
    kind: "direct",
    status: 404,
    public: true,
    hint: "The provider id in the path is not configured.",
  },
  InvalidRequest: {
    kind: "direct",
    status: 400,
    public: true,
    hint: "The body or the query is malformed.",
  },
  LastAccount: {
    kind: "error",
    status: 409,
    public: true,
    hint: "Removing it would leave this user without a sign-in method.",
  },
  MethodNotAllowed: {
    kind: "direct",
    status: 405,
    public: true,
    hint: "The Allow header lists the methods of this path.",
  },
  MissingCSRF: {
    kind: "signIn",
    status: 403,
    public: true,
    hint:
      "The form's csrfToken was missing or did not match the browser's cookie. A form of your own takes its token from csrfToken(req).",
  },
  OAuthAccountNotLinked: {
    kind: "signIn",
    status: 409,
    public: true,
    hint:
      "The account is not linked to the user with this address; docs/users.md says when it would be.",
  },
  OAuthCallbackError: {
    kind: "signIn",
    status: 400,
    public: true,
    hint:
      "The cause holds the provider's error, or the check that its answer failed.",
  },
  OAuthProfileParseError: {
    kind: "error",
    status: 500,
    public: false,
    hint: "The provider's profile callback threw or gave no id.",
  },
  Overloaded: {
    kind: "direct",
    status: 503,
    public: true,
    hint:
      "More passwords are being hashed than this process can do. If nobody is guessing (see docs/limits.md), it needs more cores, or more processes.",
  },
  PayloadTooLarge: {
    kind: "direct",
    status: 413,
    public: true,
    hint: "Bodies are read up to 64 kB.",
  },
  ProviderUnavailable: {
    kind: "signIn",
    status: 503,
    public: true,
    hint:
      "A request to the provider failed, took too long, or gave an unusable answer; the cause says which.",
  },
  RateLimited: {
    kind: "direct",
    status: 429,
    public: true,
    hint:
      "More attempts from one address, or at one account, than `limits` allows; docs/limits.md says how it counts.",
  },
  SessionError: {
    kind: "error",
    status: 500,
    public: false,
    hint: "The jwt or session callback threw; the session is kept.",
  },
  SessionTooLarge: {
    kind: "error",
    status: 500,
    public: false,
    hint: "Put less into the session: the message names the biggest claim.",
  },
  SignInError: {
    kind: "signIn",
    status: 401,
    public: true,
    hint: "Code of the host's threw it.",
  },
  SignInRequired: {
    kind: "signIn",
    status: 401,
    public: true,
    hint: "Ways to sign in are added and removed by who is signed in.",
  },
  SignOutError: {
    kind: "error",
    status: 503,
    public: true,
    hint:
      "The store refused the revocation, so a copied cookie could have lived on.",
  },
  StoreError: {
    kind: "error",
    status: 503,
    public: true,
    hint: "The store failed; the cause says how.",
  },
  UnknownAction: {
    kind: "direct",
    status: 404,
    public: true,
    hint: "No route has this path.",
  },
  UntrustedHost: {
    kind: "direct",
    status: 400,
    public: true,
    hint:
      "Set AUTH_URL (or `origin`) to the public origin, or list the host in `trustHost`.",
  },
  Verification: {
    kind: "signIn",
    status: 403,
    public: true,
    hint:
      "The token of a mail was wrong, used or expired. With several processes and without an adapter that keeps tokens, hand in a shared `store`.",
  },
  WebAuthnVerificationError: {
    kind: "signIn",
    status: 400,
    public: true,
    hint:
      "The message says which check failed. Unexpected origins and domains mean that AUTH_URL (or `origin`, or `relyingParty`) is not what people type.",
  },
} satisfies Readonly<Record<ErrorType, ErrorRow>>;

/** The presentation of each type of error; TypeScript requires it to be complete. */
export const errorTable: Readonly<Record<ErrorType, ErrorRow>> = table;

/** The types that may be shown to the browser. */
export type PublicErrorType = {
  [T in ErrorType]: typeof table[T] extends { readonly public: true } ? T
    : never;
}[ErrorType];

/** Finds the row of an untrusted type (from a query or another copy of the library). */
export function findErrorRow(type: unknown): ErrorRow | null {
  return typeof type === "string" && Object.hasOwn(errorTable, type)
    ? errorTable[type as ErrorType]
    : null;
}
