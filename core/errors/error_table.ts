/**
 * The presentation of each type of error. The classes in `errors.ts` hold the
 * details; this table says on which page an error is shown. The sentences for
 * visitors, and most hints for the operator, are in `error_sentences.ts`, which
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
  /**
   * Level of its log line: what a visitor did is not an alarm. It is a warning
   * where a mistake of the configuration has the same effect, and wherever the
   * answer shows the reference.
   */
  readonly log: "debug" | "warn" | "error";
  /** Whether it may end an attempt to sign in; else nothing was tried yet, or another event reports it. */
  readonly isAttempt: boolean;
  /** Whether the library, or a service it depends on, is out of order: such an attempt does not count. */
  readonly isOutage?: true;
  /** Whether another try in a moment may succeed: its page links to the sign-in. */
  readonly passesSoon?: true;
  /** Whether the visitor is signed in and goes back to where they were, not to the sign-in. */
  readonly leadsBack?: true;
  /**
   * Hint for the operator, in the log only. It is here for the types that are
   * logged outside the auth routes; `error_sentences.ts` has the others.
   */
  readonly hint?: string;
}

/** Every type of error of the library. */
export type ErrorType =
  | "AccessDenied"
  | "AccountNotLinked"
  | "AdapterError"
  | "AuthError"
  | "CallbackRouteError"
  | "Configuration"
  | "ConsentRequired"
  | "CredentialsSignin"
  | "CrossSiteRequest"
  | "EmailSignInError"
  | "EventError"
  | "InsufficientAuthentication"
  | "InvalidAddress"
  | "InvalidCheck"
  | "InvalidField"
  | "InvalidPassword"
  | "InvalidProvider"
  | "InvalidRequest"
  | "LastAccount"
  | "MethodNotAllowed"
  | "MissingCSRF"
  | "NotConnected"
  | "OAuthAccountNotLinked"
  | "OAuthCallbackError"
  | "OAuthProfileParseError"
  | "Overloaded"
  | "PayloadTooLarge"
  | "ProviderUnavailable"
  | "RateLimited"
  | "ReauthenticationRequired"
  | "SecondFactorError"
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

/** A visitor's attempt fails, as the rules intend. */
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

/**
 * A token of a provider cannot be obtained; the application decides what its
 * user sees.
 */
const REFUSED_TOKEN = {
  ...HIDDEN,
  log: "debug",
  isAttempt: false,
} as const;

const table = {
  AccessDenied: { ...FAILURE, status: 403 },
  AccountNotLinked: { ...VISITOR, status: 409 },
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
  ConsentRequired: {
    ...REFUSED_TOKEN,
    status: 403,
    hint: "Show the form in `connect`, which asks for the missing scopes.",
  },
  CredentialsSignin: { ...VISITOR, status: 401 },
  CrossSiteRequest: { ...REQUEST, log: "warn", status: 403 },
  EmailSignInError: { ...FAILURE, kind: "signIn", status: 503 },
  EventError: {
    ...HIDDEN,
    hint: "An event handler threw or took longer than 5 seconds.",
  },
  InsufficientAuthentication: { ...VISITOR, kind: "error", status: 403 },
  InvalidAddress: { ...VISITOR, status: 400 },
  InvalidCheck: { ...VISITOR, log: "warn", status: 400 },
  InvalidField: { ...REQUEST, status: 400 },
  InvalidPassword: { ...REQUEST, status: 400 },
  InvalidProvider: { ...REQUEST, status: 404 },
  InvalidRequest: { ...REQUEST, status: 400 },
  LastAccount: { ...VISITOR, kind: "error", status: 409, leadsBack: true },
  MethodNotAllowed: { ...REQUEST, status: 405 },
  MissingCSRF: { ...REQUEST, kind: "signIn", log: "warn", status: 403 },
  NotConnected: {
    ...REFUSED_TOKEN,
    status: 409,
    hint:
      "Ask the user to sign in at the provider; `tokens.providers` has to list it by then.",
  },
  OAuthAccountNotLinked: { ...VISITOR, status: 409 },
  OAuthCallbackError: { ...FAILURE, kind: "signIn", status: 400 },
  OAuthProfileParseError: HIDDEN,
  Overloaded: {
    ...FAILURE,
    kind: "direct",
    status: 503,
    isOutage: true,
    passesSoon: true,
  },
  PayloadTooLarge: { ...REQUEST, status: 413 },
  ProviderUnavailable: {
    ...FAILURE,
    kind: "signIn",
    status: 503,
    isOutage: true,
  },
  ReauthenticationRequired: {
    ...REFUSED_TOKEN,
    status: 401,
    hint: "Ask the user to sign in at the provider again.",
  },
  RateLimited: { ...REQUEST, status: 429, passesSoon: true },
  SecondFactorError: { ...VISITOR, status: 403 },
  SessionError: HIDDEN,
  SessionTooLarge: HIDDEN,
  SignInError: { ...VISITOR, status: 401 },
  SignInRequired: { ...VISITOR, status: 401 },
  SignOutError: { ...FAILURE, status: 503 },
  StoreError: {
    ...FAILURE,
    status: 503,
    isOutage: true,
    hint: "The store failed; the cause says how.",
  },
  UnknownAction: { ...REQUEST, status: 404 },
  UntrustedHost: { ...FAILURE, kind: "direct", status: 400, isAttempt: false },
  Verification: { ...VISITOR, log: "warn", status: 403 },
  WebAuthnVerificationError: { ...FAILURE, kind: "signIn", status: 400 },
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
