/** The function that deletes the current user. */
export interface AccountDeletion<R, H> {
  /**
   * Deletes the current user, who must have signed in during the last ten
   * minutes, and everything that `deleteUser` removes: accounts, passkeys,
   * passwords, second factors, sessions and tokens. The user is told by a mail,
   * where mails can be sent. If it returns headers, add them to the response. Call it for a form of this site
   * that carries a `csrfToken` you have checked.
   *
   * @throws SignInRequired without a session, and with the code `fresh` if the
   * sign-in is too long ago; ConfigurationError if the adapter cannot
   */
  deleteAccount(request: R): Promise<H>;
}
