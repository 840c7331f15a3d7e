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
/** A form that asks a signed-in user to grant more at a provider. */
export interface ConnectForm {
  /** The path that it is posted to. */
  readonly action: string;
  /** Its fields, besides `csrfToken` and, if the user is to come back to a page, `callbackUrl`. */
  readonly fields: Readonly<Record<string, string>>;
}
/**
 * The user has not granted a scope of the provider's API: ask them, with the
 * form in `connect`.
 *
 * @example
 * ```ts
 * import type { ConsentRequired } from "@latchkey/auth/errors";
 *
 * // `csrfField` is that of `auth.csrfField(request)`.
 * const render = ({ connect }: ConsentRequired, csrfField: string) =>
 *   connect === null ? "" : `<form method="post" action="${connect.action}">
 *     ${csrfField}
 *     <input type="hidden" name="scope" value="${connect.fields.scope}">
 *     <input type="hidden" name="callbackUrl" value="/calendar">
 *     <button>Show my calendar</button>
 *   </form>`;
 * ```
 */
export class ConsentRequired extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "ConsentRequired";
  /** The scopes that are missing. */
  scope: readonly string[] = [];
  /**
   * The form that asks for them; null if the provider's `connectScopes` does not
   * list them all, or the API did not name them.
   */
  connect: ConnectForm | null = null;
}
/**
 * The provider no longer renews its tokens, or an issuer does not accept the
 * token of a caller: the user has to sign in there again.
 */
export class ReauthenticationRequired extends AuthError {
  /** The type of this class. */
  static override type: ErrorType = "ReauthenticationRequired";
}
/**
 * The authorization server wants the user to do something before it gives a
 * token for another API: to prove a second factor, for example. The API that was
 * called answers 401, so that its client asks the user.
 */
export class InteractionRequired extends ReauthenticationRequired {
  /**
   * The claims that the client has to ask for, as JSON, if the server names
   * them: the claims challenge of Microsoft Entra. An API passes them on as
   * `WWW-Authenticate: Bearer error="insufficient_claims", claims="<base64>"`.
   */
  claims: string | null = null;
}
