/**
 * The errors of the library. They are thrown by type, caught in one place
 * (`recover.ts`), and shown as `error_table.ts` says. No message ever contains
 * a secret or a token.
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

/** What may ride along with an error: the error behind it, and facts for the log. */
export interface AuthErrorCause extends Record<string, unknown> {
  /** The error behind this one. */
  err?: Error | undefined;
}

/** Second argument of every error constructor. */
export interface AuthErrorOptions {
  /** An error, or a record of facts. */
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
  /** The type that instances of this class have. */
  static type: ErrorType = "AuthError";
  /** The page that instances of this class are shown on. */
  static get kind(): ErrorKind {
    return errorTable[this.type].kind;
  }
  /** Identifies the error in logs and, where it is public, to the browser. */
  readonly type: ErrorType;
  /** The page that this error is shown on. */
  readonly kind: ErrorKind;
  /** HTTP status that fits; error handlers of frameworks use it. */
  readonly status: number;
  /** The error behind this one, and facts about it. */
  override readonly cause?: AuthErrorCause;
  /** Where the visitor was going, so that a retry keeps it. */
  target?: string | undefined;
  /** Says more than the type, from a fixed set; may be named to the browser. */
  code?: string | undefined;
  /** Public URLs in the message, such as issuers, which the log shows even where they look like tokens. */
  shown?: readonly string[] | undefined;

  /**
   * Makes an error in one of the forms `(message, options)`, `(error)` and
   * `(options)`.
   *
   * @param message what went wrong, an error that did, or facts about it
   * @param options the cause: an error or a record of facts
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

/** The `signIn` callback refused. */
export class AccessDenied extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "AccessDenied";
}
/** The address of a new passkey belongs to another user, or the passkey itself does. */
export class AccountNotLinked extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "AccountNotLinked";
}
/** A method of the adapter failed, took too long, or gave what it may not give. */
export class AdapterError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "AdapterError";
}
/** Code outside the library failed while a sign-in was finished. */
export class CallbackRouteError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "CallbackRouteError";
}
/** The configuration cannot work; `problems` lists every mistake at once. */
export class ConfigurationError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "Configuration";
  /** One sentence a mistake, each with what to change. */
  readonly problems: readonly string[];

  /**
   * Gathers mistakes into one error.
   *
   * @param problems one sentence a mistake
   * @param options the cause
   */
  constructor(problems: readonly string[], options?: AuthErrorOptions) {
    super(problems.join("\n"), options);
    this.problems = problems;
  }
}
/** Base class of what sends the visitor back to the sign-in page, for errors of the host's. */
export class SignInError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "SignInError";
}
/** What {@link CredentialsSignin} is made with. */
export interface CredentialsSigninOptions extends AuthErrorOptions {
  /** Says more than the type. Default `credentials`. */
  code?: string | undefined;
  /** Seconds after which another try makes sense. Default: at once. */
  retryAfter?: number | undefined;
}
/**
 * The credentials are not right: thrown by `authorize`, or for it where it gives
 * null. The visitor is sent back to the sign-in page with `error` and `code`.
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
   * Goes into the URL of the sign-in page and into JSON answers: 1 to 64
   * letters, digits, `-` and `_`, or it is replaced by `credentials`. It must
   * not tell strangers more than they may know, which of the fields was wrong
   * for example.
   */
  override code: string = "credentials";
  /** Seconds after which another try makes sense; JSON answers have status 429 then. */
  retryAfter?: number | undefined;

  /**
   * Makes an error in one of the forms `(message, options)`, `(error)` and
   * `(options)`.
   *
   * @param message what went wrong, an error that did, or the options
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
 * A stored password hash has an unknown format. The visitor sees what a wrong
 * password shows; the log has it as an error, because only the operator can
 * mend it.
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
/** What was given as an e-mail address is not exactly one. */
export class InvalidAddress extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "InvalidAddress";
}
/** A callback belongs to no valid attempt of this browser. */
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
/** The account is the only way in of its owner. */
export class LastAccount extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "LastAccount";
}
/** The path exists, but not for this method. */
export class MethodNotAllowed extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "MethodNotAllowed";
  /** The methods of this path, for the Allow header. */
  readonly allow: readonly string[];

  /**
   * Names the methods of a path.
   *
   * @param allow the methods of this path
   */
  constructor(allow: readonly string[]) {
    super(`Only ${allow.join(", ")} can be used here.`);
    this.allow = allow;
  }
}
/** A form came without the token of this browser. */
export class MissingCSRF extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "MissingCSRF";
}
/** The account belongs to nobody yet, and may not be linked to the user with its address; or it belongs to somebody else. */
export class OAuthAccountNotLinked extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "OAuthAccountNotLinked";
}
/** The provider reported an error, or its answer failed a check. */
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
 * There is more work than this process can do: too many passwords are being
 * hashed. Thrown at once, so that nobody waits for nothing.
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
  /** Seconds after which another try makes sense, for the Retry-After header. */
  readonly retryAfter: number;

  /**
   * Says when to come back.
   *
   * @param message what there is too much of
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
/** The provider is down, slow, or answers nonsense. */
export class ProviderUnavailable extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "ProviderUnavailable";
}
/** Too many attempts from one address, or at one account. */
export class RateLimited extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "RateLimited";
  /** Seconds after which a new attempt makes sense, for the Retry-After header. */
  readonly retryAfter: number;

  /**
   * Says when to come back.
   *
   * @param message what there was too much of
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
/** Only who is signed in can do this. */
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
/** The request came under a host name that is not trusted. */
export class UntrustedHost extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "UntrustedHost";
}
/** A link or a code of a mail is wrong, used, or too old. */
export class Verification extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "Verification";
}
/** A passkey could not be verified. */
export class WebAuthnVerificationError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "WebAuthnVerificationError";
}

/** The row of an error, whichever copy of the library threw it. */
export function toRow(error: AuthError): ErrorRow {
  return findErrorRow(error.type) ?? errorTable.AuthError;
}

/** The type as the browser may know it. */
export function toPublicType(error: AuthError): string {
  return toRow(error).public ? error.type : "Configuration";
}

/** Whole seconds after which another try makes sense, if the error says so. */
export function toRetryAfter(error: AuthError): number | null {
  const { retryAfter } = error as Partial<CredentialsSignin>;
  return typeof retryAfter === "number" && retryAfter > 0
    ? Math.min(Math.ceil(retryAfter), MAX_RETRY_AFTER)
    : null;
}

/** Seconds: what every reader of the header can count. */
const MAX_RETRY_AFTER = 2 ** 31 - 1;

/**
 * An error with one visitor's way back. The error itself stays untouched: all
 * who waited for the same answer of a provider were given the same one.
 */
export function withTarget(error: AuthError, target: string): AuthError {
  return error.target === undefined
    ? Object.create(error, { target: { value: target } })
    : error;
}

/** A code that the host's own error brings along. */
export function isCode(code: unknown): code is string {
  return typeof code === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(code);
}

/**
 * The library's error that was thrown, or null for anything else. Another copy
 * of the library, in a bundle for example, throws errors of classes that this
 * one does not know: they are known by what they say of themselves.
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
