import { AuthError } from "./auth_error.ts";
import type { ErrorType } from "./error_table.ts";

/**
 * The proof by which the user signed in is too old or too weak for a page
 * (RFC 9470). `code` is `other_user` if a different user signed in, `unproved` if
 * the new proof did not show what was asked for, and absent if the user has not
 * been asked yet.
 */
export class InsufficientAuthentication extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "InsufficientAuthentication";

  /**
   * Creates an error.
   *
   * @param message a description
   * @param code the reason
   */
  constructor(
    message?: string,
    code?: "other_user" | "unproved",
  ) {
    super(message);
    this.code = code;
  }
}
