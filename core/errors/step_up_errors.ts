import { AuthError } from "./auth_error.ts";
import type { ErrorType } from "./error_table.ts";

/**
 * The proof by which the user signed in is too old or too weak for a page
 * (RFC 9470), or another user gave it. `code` is `other_user` if another one
 * signed in, `unproved` if the new proof did not show what was asked for, and
 * `no_way` if no sign-in method of the user can; absent if the user has not been
 * asked yet.
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
    code?: "other_user" | "unproved" | "no_way",
  ) {
    super(message);
    this.code = code;
  }
}
