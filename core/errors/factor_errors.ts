import { AuthError } from "./auth_error.ts";
import type { ErrorType } from "./error_table.ts";

/**
 * The second factor of a sign-in was not proved. `code` is `wrong_code`,
 * `too_many` after too many wrong codes for one sign-in, `locked` after too many
 * for one account in a day, and absent if there is no such sign-in any more.
 */
export class SecondFactorError extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "SecondFactorError";

  /**
   * Creates an error.
   *
   * @param message a description
   * @param code the reason
   */
  constructor(
    message?: string,
    code?: "wrong_code" | "too_many" | "locked",
  ) {
    super(message);
    this.code = code;
  }
}
