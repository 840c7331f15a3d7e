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
  /** Level of its log line: what a visitor did is no alarm. */
  readonly log: "debug" | "error";
  /** Whether it may end an attempt to sign in; else nothing was tried yet, or another event reports it. */
  readonly isAttempt: boolean;
  /** Whether the library, or a service it depends on, is out of order: such an attempt does not count. */
  readonly isOutage?: true;
  /** Whether another try in a moment may succeed: its page links to the sign-in. */
  readonly passesSoon?: true;
  /** Whether the visitor is signed in and goes back to where they were, not to the sign-in. */
  readonly leadsBack?: true;
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

/** An attempt of a visitor fails, as the rules want it. */
const VISITOR = {
  kind: "signIn",
  public: true,
  log: "debug",
  isAttempt: true,
} as const;

/** A request tries nothing: it is malformed, forged, expired or too early. */
const REQUEST = { ...VISITOR, kind: "direct", isAttempt: false } as const;

/** Something fails that an operator may have to look into. */
const FAILURE = { ...VISITOR, kind: "error", log: "error" } as const;

/** The site itself is at fault, in a way that visitors need not know. */
const HIDDEN = { ...FAILURE, status: 500, public: false } as const;

const table = {
  AccessDenied: {
    ...FAILURE,
    status: 403,
    hint: "The signIn callback gave false or threw; its error is the cause.",
  },
  AccountNotLinked: {
    ...VISITOR,
    status: 409,
    hint:
      "A new passkey creates a new user, but the address already belongs to a user and was not proved.",
  },
  AdapterError: {
    ...FAILURE,
    status: 503,
    isOutage: true,
    hint: "A method of the adapter failed; the cause says how.",
  },
  AuthError: { ...HIDDEN, hint: "An unexpected error; the cause says which." },
  CallbackRouteError: {
    ...HIDDEN,
    hint: "Something outside the library failed while a sign-in was finished.",
  },
  Configuration: {
    ...FAILURE,
    status: 500,
    hint: "Change the configuration as the message says.",
  },
  CredentialsSignin: {
    ...VISITOR,
    status: 401,
    hint: "The authorize callback gave no user, or threw it.",
  },
  CrossSiteRequest: {
    ...REQUEST,
    status: 403,
    hint:
      "Origin or Sec-Fetch-Site named another origin than the public one. Behind a proxy, set AUTH_URL or make the framework trust the proxy.",
  },
  EmailSignInError: {
    ...FAILURE,
    kind: "signIn",
    status: 503,
    hint:
      "The mail transport failed; the cause names its error codes. Its words are left out: they may hold its password.",
  },
  EventError: {
    ...HIDDEN,
    hint: "An event handler threw or took longer than 5 seconds.",
  },
  InvalidAddress: {
    ...VISITOR,
    status: 400,
    hint:
      "Quoted and commented addresses, lists, and domains without a dot are refused.",
  },
  InvalidCheck: {
    ...VISITOR,
    status: 400,
    hint:
      "The callback's state names no valid attempt of this browser: an old tab, a second use, or a lost cookie.",
  },
  InvalidProvider: {
    ...REQUEST,
    status: 404,
    hint: "The provider id in the path is not configured.",
  },
  InvalidRequest: {
    ...REQUEST,
    status: 400,
    hint: "The body or the query is malformed.",
  },
  LastAccount: {
    ...VISITOR,
    kind: "error",
    status: 409,
    leadsBack: true,
    hint: "Removing it would leave this user without a sign-in method.",
  },
  MethodNotAllowed: {
    ...REQUEST,
    status: 405,
    hint: "The Allow header lists the methods of this path.",
  },
  MissingCSRF: {
    ...REQUEST,
    kind: "signIn",
    status: 403,
    hint:
      "The form's csrfToken was missing or did not match the browser's cookie. A form of your own takes its token from csrfToken(req).",
  },
  OAuthAccountNotLinked: {
    ...VISITOR,
    status: 409,
    hint:
      "The account is not linked to the user with this address; docs/users.md says when it would be.",
  },
  OAuthCallbackError: {
    ...FAILURE,
    kind: "signIn",
    status: 400,
    hint:
      "The cause holds the provider's error, or the check that its answer failed.",
  },
  OAuthProfileParseError: {
    ...HIDDEN,
    hint: "The provider's profile callback threw or gave no id.",
  },
  Overloaded: {
    ...FAILURE,
    kind: "direct",
    status: 503,
    isOutage: true,
    passesSoon: true,
    hint:
      "More passwords are being hashed than this process can do. If nobody is guessing (see docs/limits.md), it needs more cores, or more processes.",
  },
  PayloadTooLarge: {
    ...REQUEST,
    status: 413,
    hint: "Bodies are read up to 64 kB.",
  },
  ProviderUnavailable: {
    ...FAILURE,
    kind: "signIn",
    status: 503,
    isOutage: true,
    hint:
      "A request to the provider failed, took too long, or gave an unusable answer; the cause says which.",
  },
  RateLimited: {
    ...REQUEST,
    status: 429,
    passesSoon: true,
    hint:
      "More attempts from one address, or at one account, than `limits` allows; docs/limits.md says how it counts.",
  },
  SessionError: {
    ...HIDDEN,
    hint: "The jwt or session callback threw; the session is kept.",
  },
  SessionTooLarge: {
    ...HIDDEN,
    hint: "Put less into the session: the message names the biggest claim.",
  },
  SignInError: {
    ...VISITOR,
    status: 401,
    hint: "Code of the host's threw it.",
  },
  SignInRequired: {
    ...VISITOR,
    status: 401,
    hint: "Ways to sign in are added and removed by who is signed in.",
  },
  SignOutError: {
    ...FAILURE,
    status: 503,
    hint:
      "The store refused the revocation, so a copied cookie could have lived on.",
  },
  StoreError: {
    ...FAILURE,
    status: 503,
    isOutage: true,
    hint: "The store failed; the cause says how.",
  },
  UnknownAction: { ...REQUEST, status: 404, hint: "No route has this path." },
  UntrustedHost: {
    ...FAILURE,
    kind: "direct",
    status: 400,
    isAttempt: false,
    hint:
      "Set AUTH_URL (or `origin`) to the public origin, or list the host in `trustHost`.",
  },
  Verification: {
    ...VISITOR,
    status: 403,
    hint:
      "The token of a mail was wrong, used or expired. With several processes and without an adapter that keeps tokens, hand in a shared `store`.",
  },
  WebAuthnVerificationError: {
    ...FAILURE,
    kind: "signIn",
    status: 400,
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
