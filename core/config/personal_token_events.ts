import type { Awaitable } from "../model/model.ts";

/** Handlers that are notified of personal tokens. No message contains a token. */
export interface PersonalTokenEvents {
  /** A personal token was created. */
  personalTokenCreated?:
    | ((message: {
      userId: string;
      /** The id of the token, as `auth.tokens.list` shows it. */
      id: string;
      name: string;
      scopes: readonly string[];
      /** Null: it lives for ever. */
      expires: Date | null;
    }) => Awaitable<void>)
    | undefined;
  /**
   * A personal token was revoked: by the application, or because another person
   * proved ownership of the user's address.
   */
  personalTokenRevoked?:
    | ((message: {
      userId: string;
      /** The id of the token. */
      id: string;
      name: string;
    }) => Awaitable<void>)
    | undefined;
}
