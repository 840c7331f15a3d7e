import type {
  PasskeyChoice,
  PasskeyInfo,
  PasskeyName,
} from "../../../accounts/passkeys.ts";

/** Functions for a page with the current user's passkeys. */
export interface PasskeyManagement<R, H> {
  /** Lists the passkeys of the current user; empty without a session. */
  listPasskeys(request: R): Promise<PasskeyInfo[]>;
  /**
   * Names a passkey of the current user, who must have signed in during the last
   * ten minutes. If it returns headers, add them to the response.
   *
   * @throws SignInRequired without a session, and with the code `fresh` if the
   * sign-in is too long ago; InvalidRequest if the user has no such passkey, or
   * the name is not allowed; or ConfigurationError if the adapter has no
   * `updateAuthenticator`
   */
  renamePasskey(request: R, which: PasskeyName): Promise<H>;
  /**
   * Removes a passkey of the current user, unless it is the last sign-in
   * method, and tells them by a mail, where mails can be sent. The user must
   * have signed in during the last ten minutes. The session gets a new id: if it
   * returns headers, add them to the response.
   *
   * @throws SignInRequired without a session, and with the code `fresh` if the
   * sign-in is too long ago; LastAccount; or InvalidRequest if the user has no
   * such passkey
   */
  removePasskey(request: R, which: PasskeyChoice): Promise<H>;
}
