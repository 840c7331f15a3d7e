/**
 * The places where tokens are kept, behind one interface.
 *
 * @module
 */

import type { TokenOwner, TokenRecord } from "./record.ts";

/** Tokens as they were found. */
export interface KeptTokens {
  readonly owner: TokenOwner;
  readonly record: TokenRecord;
  /**
   * Returns the stored text, so that no other one is replaced; empty for a
   * cookie.
   */
  readonly toStored: () => string;
  /** Whether it is sealed under the first secret, under an older one, or not at all. */
  readonly seal: "current" | "outdated" | "none";
}

/** A place where tokens are kept. */
export interface TokenKeeper {
  /**
   * Finds the tokens of a user at a provider.
   *
   * @param account the account's id, if the user may have several; default: the
   * first
   * @returns null if there are none, or they do not open
   * @throws AdapterError or StoreError
   */
  find(which: TokenQuery): Promise<KeptTokens | null>;
  /**
   * Writes all tokens of an account.
   *
   * @param before what they replace; tokens that were removed or replaced
   * meanwhile stay as they are. Null: a sign-in, which replaces anything
   * @returns whether they were written; false if others came first
   * @throws AdapterError or StoreError; SessionTooLarge if a cookie has no room
   */
  save(
    owner: TokenOwner,
    record: TokenRecord,
    before: KeptTokens | null,
  ): Promise<boolean>;
  /**
   * Asserts that new tokens can be written, before a refresh token is used up.
   *
   * @throws ConfigurationError
   */
  assertOpen?(provider: string): void;
  /** Removes the tokens of an account, which may be gone itself. */
  remove(owner: TokenOwner): Promise<void>;
}

/** A user's account at a provider, named as an application names it. */
export interface TokenQuery {
  readonly userId: string;
  readonly provider: string;
  readonly account?: string | undefined;
  /** Whether the other tokens may be left out: opening them takes time. */
  readonly onlyAccess?: boolean | undefined;
}
