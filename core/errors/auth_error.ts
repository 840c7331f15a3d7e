/**
 * The base class of all errors of the library, and the errors that session
 * reads throw. Files that session reads load import them from here: `errors.ts`,
 * with the other classes, loads with what changes sessions and with the auth
 * routes.
 *
 * @module
 */

import { toDocs } from "./docs.ts";
import {
  type ErrorKind,
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
  /** Where the documentation explains this type of error. */
  readonly docs: string;
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
   * Creates an error in one of the forms `(message, options)`, `(error)` and
   * `(options)`.
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
    this.docs = toDocs(own.type);
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
/** An event handler failed. Logged, never shown. */
export class EventError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "EventError";
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
/** The store failed. */
export class StoreError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "StoreError";
}
/** The host name of the request is not trusted. */
export class UntrustedHost extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "UntrustedHost";
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
  const { type, kind, code, retryAfter } = thrown as Partial<AuthError> & {
    retryAfter?: number;
  };
  if (findErrorRow(type) === null || typeof kind !== "string") return null;
  class Foreign extends AuthError {
    static override type = type as ErrorType;
  }
  const error = new Foreign(thrown.message, { cause: thrown });
  if (isCode(code)) error.code = code;
  return Object.assign(error, { retryAfter });
}
