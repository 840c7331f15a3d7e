/**
 * The errors of passwords that the adapter stores.
 *
 * @module
 */

import { AuthError } from "./auth_error.ts";
import type { ErrorType } from "./error_table.ts";

/** A new password does not meet the rules; `code` says which. */
export class InvalidPassword extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "InvalidPassword";
}

/** A field of a new user was refused: `field` names it. */
export class InvalidField extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "InvalidField";
  /** The name of the field. */
  field = "";
  /** What the application's schema says about it; null: nothing. */
  reason: string | null = null;
}
