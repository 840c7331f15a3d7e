/**
 * The errors of the library. They are thrown by type, caught in one place
 * for auth routes (`recover.ts`), and presented according to `error_table.ts`. No message ever
 * contains a secret or a token.
 *
 * @module
 */

import { AuthError, type AuthErrorOptions } from "./auth_error.ts";
import {
  type ErrorRow,
  errorTable,
  type ErrorType,
  findErrorRow,
} from "./error_table.ts";

export * from "./auth_error.ts";

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
   * Creates an error in one of the forms `(message, options)`, `(error)` and
   * `(options)`.
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
 * A stored password hash cannot be checked: its format is not known, it costs
 * too much, or a package is missing. The visitor sees the same as for a wrong
 * password; the log has an error, because only the operator can fix it.
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
  /** Seconds to wait before another try, if they are known. */
  declare retryAfter?: number | undefined;
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
/** No route has this path. */
export class UnknownAction extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "UnknownAction";
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
  // The largest value is one that every client can parse.
  return typeof retryAfter === "number" && retryAfter > 0
    ? Math.min(Math.ceil(retryAfter), 2 ** 31 - 1)
    : null;
}

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
