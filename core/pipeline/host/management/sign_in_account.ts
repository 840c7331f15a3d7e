/** The account that the user of a session signed in with. */
export interface SignInAccount {
  /** The id of the provider. */
  readonly provider: string;
  /**
   * The user's id at the provider: the subject (`sub`) at OpenID Connect
   * providers, the address for mails, the id of `authorize` for credentials.
   */
  readonly providerAccountId: string;
  /** The issuer of the ID token; null for other providers. */
  readonly issuer: string | null;
}
