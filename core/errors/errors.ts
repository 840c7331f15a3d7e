/**
 * The errors of the library. They are thrown by type, caught in one place
 * (`recover.ts`), and presented according to `error_table.ts`. No message ever
 * contains a secret or a token.
 *
 * @module
 */

import {
  type ErrorKind,
  type ErrorRow,
  errorTable,
  type ErrorType,
  findErrorRow,
} from "./error_table.ts";

/** The cause of an error: the underlying error, and details for the log. */
export interface AuthErrorCause extends Record<string, unknown> {
  /** The underlying error. */
  err?: Error | undefined;
}

/** Second argument of every error constructor. */
export interface AuthErrorOptions {
  /** An error, or an object with details. */
  cause?: unknown;
}

/**
 * Base class of all errors of the library.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { AuthError } from "@latchkey/auth/errors";
 *
 * const error = new AuthError("no such thing", { cause: { id: 7 } });
 * assert.equal(error.type, "AuthError");
 * assert.equal(error.cause?.id, 7);
 * ```
 */
export class AuthError extends Error {
  /** The type of instances of this class. */
  static type: ErrorType = "AuthError";
  /** The page that shows instances of this class. */
  static get kind(): ErrorKind {
    return errorTable[this.type].kind;
  }
  /** Identifies the error in logs and, if it is public, to the browser. */
  readonly type: ErrorType;
  /** The page that shows this error. */
  readonly kind: ErrorKind;
  /** Suitable HTTP status, used by error handlers of frameworks. */
  readonly status: number;
  /** The underlying error, and details about it. */
  override readonly cause?: AuthErrorCause;
  /** The URL that the visitor was going to, so that a retry keeps it. */
  target?: string | undefined;
  /** The address that a link or a code proved, so that a retry keeps it. */
  email?: string | undefined;
  /** A more specific reason than the type, from a fixed set; may be shown to the browser. */
  code?: string | undefined;
  /** Public URLs in the message, such as issuers, which the log shows even if they look like tokens. */
  shown?: readonly string[] | undefined;

  /**
   * Creates an error: `(message, options)`, `(error)` or `(options)`.
   *
   * @param message the message, the underlying error, or the options
   * @param options the cause: an error, or an object with details
   */
  constructor(
    message?: string | Error | AuthErrorOptions,
    options?: AuthErrorOptions,
  ) {
    const own = new.target as typeof AuthError;
    super(typeof message === "string" ? message : undefined);
    this.type = own.type;
    this.kind = own.kind;
    this.status = errorTable[own.type].status;
    this.name = own.type;
    const cause = message instanceof Error
      ? message
      : typeof message === "object"
      ? message.cause
      : options?.cause;
    if (cause instanceof Error) {
      this.cause = { err: cause };
      if (this.message === "") this.message = cause.message;
    } else if (typeof cause === "object" && cause !== null) {
      this.cause = { ...cause };
    }
  }
}

/** The `signIn` callback refused the sign-in. */
export class AccessDenied extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "AccessDenied";
}
/** The address of a new passkey, or the passkey itself, belongs to another user. */
export class AccountNotLinked extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "AccountNotLinked";
}
/** A method of the adapter failed, timed out, or returned an invalid value. */
export class AdapterError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "AdapterError";
}
/** Code outside the library failed while a sign-in was being completed. */
export class CallbackRouteError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "CallbackRouteError";
}
/** The configuration is invalid; `problems` lists every mistake. */
export class ConfigurationError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "Configuration";
  /** One sentence per mistake, each with the change to make. */
  readonly problems: readonly string[];

  /**
   * Combines mistakes into one error.
   *
   * @param problems one sentence per mistake
   * @param options the cause
   */
  constructor(problems: readonly string[], options?: AuthErrorOptions) {
    super(problems.join("\n"), options);
    this.problems = problems;
  }
}
/** Base class for the application's own errors that send the visitor back to the sign-in page. */
export class SignInError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "SignInError";
}
/** Options of {@link CredentialsSignin}. */
export interface CredentialsSigninOptions extends AuthErrorOptions {
  /** A more specific reason than the type. Default `credentials`. */
  code?: string | undefined;
  /** Seconds to wait before another try. Default: none. */
  retryAfter?: number | undefined;
}
/**
 * The credentials are wrong. Thrown by `authorize`, or by the library if
 * `authorize` returns null. The visitor is sent back to the sign-in page with
 * `error` and `code`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { CredentialsSignin } from "@latchkey/auth/errors";
 *
 * class Locked extends CredentialsSignin {
 *   override code = "locked";
 * }
 *
 * assert.equal(new Locked().code, "locked");
 * const error = new CredentialsSignin({ code: "locked", retryAfter: 60 });
 * assert.equal(error.retryAfter, 60);
 * ```
 */
export class CredentialsSignin extends SignInError {
  /** The type of this class. */
  static override type: ErrorType = "CredentialsSignin";
  /**
   * Reason, added to the URL of the sign-in page and to JSON responses: 1 to 64
   * letters, digits, `-` and `_`; anything else is replaced by `credentials`.
   * It must not help an attacker, for example by saying which field was wrong.
   */
  override code: string = "credentials";
  /** Seconds to wait before another try; JSON responses then have status 429. */
  retryAfter?: number | undefined;

  /**
   * Creates an error: `(message, options)`, `(error)` or `(options)`.
   *
   * @param message the message, the underlying error, or the options
   * @param options the code, when to try again, and the cause
   */
  constructor(
    message?: string | Error | CredentialsSigninOptions,
    options?: CredentialsSigninOptions,
  ) {
    super(message, options);
    const own = typeof message === "object" && !(message instanceof Error)
      ? message
      : options;
    if (own?.code !== undefined) this.code = own.code;
    if (own?.retryAfter !== undefined) this.retryAfter = own.retryAfter;
  }
}
/**
 * A stored password hash has an unknown format. The visitor sees the same as
 * for a wrong password; it is logged as an error, because only the operator can
 * fix it.
 */
export class UnknownPasswordHash extends CredentialsSignin {}
/** A form was sent from another site. */
export class CrossSiteRequest extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "CrossSiteRequest";
}
/** A mail could not be sent. */
export class EmailSignInError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "EmailSignInError";
}
/** An event handler failed. Logged, never shown. */
export class EventError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "EventError";
}
/** The given text is not exactly one e-mail address. */
export class InvalidAddress extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "InvalidAddress";
}
/** A callback matches no valid sign-in attempt of this browser. */
export class InvalidCheck extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "InvalidCheck";
}
/** The provider in the path is not configured. */
export class InvalidProvider extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "InvalidProvider";
}
/** The request is malformed. */
export class InvalidRequest extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "InvalidRequest";
}
/** The account is the only sign-in method of its owner. */
export class LastAccount extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "LastAccount";
}
/** The path does not support this HTTP method. */
export class MethodNotAllowed extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "MethodNotAllowed";
  /** The methods of this path, for the Allow header. */
  readonly allow: readonly string[];

  /**
   * Creates an error for a path.
   *
   * @param allow the methods of this path
   */
  constructor(allow: readonly string[]) {
    super(`Only ${allow.join(", ")} can be used here.`);
    this.allow = allow;
  }
}
/** A form was sent without this browser's CSRF token. */
export class MissingCSRF extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "MissingCSRF";
}
/** The account is new and may not be linked to the existing user with its address; or it belongs to another user. */
export class OAuthAccountNotLinked extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "OAuthAccountNotLinked";
}
/** The provider reported an error, or its response failed a check. */
export class OAuthCallbackError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "OAuthCallbackError";
}
/** The provider's `profile` callback failed. */
export class OAuthProfileParseError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "OAuthProfileParseError";
}
/**
 * The process is overloaded: too many passwords are being hashed. Thrown
 * immediately, so that no request waits in vain.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { Overloaded } from "@latchkey/auth/errors";
 *
 * const error = new Overloaded("There is too much to do.", 5);
 * assert.deepEqual([error.status, error.retryAfter], [503, 5]);
 * ```
 */
export class Overloaded extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "Overloaded";
  /** Seconds to wait before another try, for the Retry-After header. */
  readonly retryAfter: number;

  /**
   * Creates an error that says when to try again.
   *
   * @param message a description of the overload
   * @param retryAfter seconds
   */
  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}
/** The body of the request is over the limit. */
export class PayloadTooLarge extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "PayloadTooLarge";
}
/** The provider is down, slow, or sends invalid responses. */
export class ProviderUnavailable extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "ProviderUnavailable";
}
/** Too many attempts from one address, or at one account. */
export class RateLimited extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "RateLimited";
  /** Seconds to wait before the next attempt, for the Retry-After header. */
  readonly retryAfter: number;

  /**
   * Creates an error that says when to try again.
   *
   * @param message a description of the exceeded limit
   * @param retryAfter seconds
   */
  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}
/** The `jwt` or `session` callback failed. */
export class SessionError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "SessionError";
}
/** The session does not fit into cookies. */
export class SessionTooLarge extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "SessionTooLarge";
}
/** The action requires a session. */
export class SignInRequired extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "SignInRequired";
}
/** A session could not be revoked. */
export class SignOutError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "SignOutError";
}
/** The store failed. */
export class StoreError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "StoreError";
}
/** No route has this path. */
export class UnknownAction extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "UnknownAction";
}
/** The host name of the request is not trusted. */
export class UntrustedHost extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "UntrustedHost";
}
/** A link or a code from a mail is wrong, used, or expired. */
export class Verification extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "Verification";
}
/** A passkey could not be verified. */
export class WebAuthnVerificationError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "WebAuthnVerificationError";
}

/** Returns the row of an error, whichever copy of the library threw it. */
export function toRow(error: AuthError): ErrorRow {
  return findErrorRow(error.type) ?? errorTable.AuthError;
}

/** Returns the type to show to the browser. */
export function toPublicType(error: AuthError): string {
  return toRow(error).public ? error.type : "Configuration";
}

/** Returns the whole seconds to wait before another try, if the error sets any. */
export function toRetryAfter(error: AuthError): number | null {
  const { retryAfter } = error as Partial<CredentialsSignin>;
  return typeof retryAfter === "number" && retryAfter > 0
    ? Math.min(Math.ceil(retryAfter), MAX_RETRY_AFTER)
    : null;
}

/** Seconds: a value that every client can parse. */
const MAX_RETRY_AFTER = 2 ** 31 - 1;

/**
 * Returns the error with one visitor's target URL. The error itself stays
 * unchanged, because all requests that waited for the same provider response
 * share it.
 */
export function withTarget(error: AuthError, target: string): AuthError {
  return error.target === undefined
    ? Object.create(error, { target: { value: target } })
    : error;
}

/** Whether a value is a well-formed code of an application's error. */
export function isCode(code: unknown): code is string {
  return typeof code === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(code);
}

/**
 * Returns the thrown value as an error of the library, or null for anything
 * else. Another copy of the library, in a bundle for example, throws errors of
 * its own classes: they are recognised by their properties.
 */
export function toAuthError(thrown: unknown): AuthError | null {
  if (thrown instanceof AuthError) return thrown;
  if (!(thrown instanceof Error)) return null;
  const { type, kind, code, retryAfter } = thrown as Partial<CredentialsSignin>;
  if (findErrorRow(type) === null || typeof kind !== "string") return null;
  class Foreign extends AuthError {
    static override type = type as ErrorType;
  }
  const error = new Foreign(thrown.message, { cause: thrown });
  if (isCode(code)) error.code = code;
  return Object.assign(error, { retryAfter });
}
