/**
 * Provider tokens that the application uses to call their APIs, with
 * `auth.getAccessToken`.
 */
export interface TokenOptions {
  /** The ids of the providers whose tokens are kept for use. */
  providers: readonly string[];
  /**
   * The origins of the APIs that the access tokens are for, by provider:
   * `{ google: ["https://www.googleapis.com"] }`. `auth.fetch` sends a token
   * nowhere else. Default: none.
   */
  resources?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Where they are kept: with the account in the `adapter`, in the `store`, or
   * in a `cookie` of their own until the session ends. Default: the adapter, if
   * it has `updateAccount` and `listAccountsByUserId`, else the `store` if there
   * is one, else a cookie.
   */
  keep?: "adapter" | "store" | "cookie" | undefined;
  /**
   * Whether they are encrypted with the secret. False: for tables that other
   * programs read; the store always gets them encrypted. Default true.
   */
  seal?: boolean | undefined;
  /**
   * Whether the tokens of the user are removed, and revoked at the providers
   * (RFC 7009), when they sign out. Other sessions of the user lose them, too.
   * Default false: they stay until the account is unlinked.
   */
  revokeOnSignOut?: boolean | undefined;
}
