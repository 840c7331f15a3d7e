import type { Awaitable } from "./model.ts";

/**
 * What an adapter with the capability `passwords` stores of a user: the hash of
 * the password, or the second factors and recovery codes, sealed. Each is a text
 * of the library's own.
 */
export type UserSecretKind = "password" | "factors";

/** A change to a secret of a user. */
export interface UserSecretChange {
  /** Id of the user. */
  userId: string;
  /** Which of the user's secrets. */
  kind: UserSecretKind;
  /** The text that is stored now; null: none. */
  before: string | null;
  /** The text to store in its place; null removes it. */
  after: string | null;
}

/** The capability `passwords` of an adapter: both methods, or neither. */
export interface UserSecrets {
  /** Returns a secret of a user. */
  getSecret?(
    userId: string,
    kind: UserSecretKind,
  ): Awaitable<string | null>;
  /**
   * Replaces a secret of a user if it still is `before`, atomically. Returns
   * false, and changes nothing, if it is another one by now, or if there is no
   * such user.
   */
  replaceSecret?(change: UserSecretChange): Awaitable<boolean>;
}
