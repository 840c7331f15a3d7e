import { AuthError } from "./auth_error.ts";
import type { ErrorType } from "./error_table.ts";

/**
 * The user has no account of this provider, or its tokens are not kept: send
 * them to sign in there.
 */
export class NotConnected extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "NotConnected";
}
/**
 * The user has not granted a scope of the provider's API: ask them, by a sign-in
 * with that scope.
 */
export class ConsentRequired extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "ConsentRequired";
  /** The scopes that are missing. */
  scope: readonly string[] = [];
}
/** The provider no longer renews its tokens: the user has to sign in there again. */
export class ReauthenticationRequired extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "ReauthenticationRequired";
}
