import type { Awaitable } from "../model/model.ts";

/** Handlers that are notified of what else changes about a user and their sessions. */
export interface ManagementEvents {
  /** An account of a user was unlinked, by the user; `passkeyRemoved` tells of its passkey, if it had one. */
  unlinkAccount?:
    | ((message: {
      userId: string;
      /** Id of the provider. */
      provider: string;
      /** The user's id at the provider. */
      providerAccountId: string;
    }) => Awaitable<void>)
    | undefined;
  /** The tokens of an account are no longer kept, and its provider was asked to revoke them (RFC 7009). */
  tokensRevoked?:
    | ((message: {
      /** Id of the provider. */
      provider: string;
      userId: string;
      /** The user's id at the provider. */
      account: string;
      /** The account was unlinked, or its user signed out. */
      reason: "unlink" | "signOut";
      /**
       * Whether the provider revoked them. False: it refused, did not answer,
       * or does not revoke tokens.
       */
      ok: boolean;
    }) => Awaitable<void>)
    | undefined;
  /** A user was deleted, with everything that belongs to them. */
  userDeleted?:
    | ((message: {
      userId: string;
      /** The user, by `deleteAccount`, or the application, by `deleteUser`. */
      by: "user" | "application";
    }) => Awaitable<void>)
    | undefined;
  /** The application changed fields of its own of a user, by `updateUser`. */
  fieldsChanged?:
    | ((message: {
      userId: string;
      /** The names of the fields, without their values. */
      fields: readonly string[];
    }) => Awaitable<void>)
    | undefined;
  /** A session got a new id by `updateSession` with `rotate`, as after a change of rights. */
  sessionRotated?:
    | ((message: { userId: string }) => Awaitable<void>)
    | undefined;
  /** A browser is not asked for the user's second factor again for 30 days. */
  browserRemembered?:
    | ((message: { userId: string }) => Awaitable<void>)
    | undefined;
  /** A user had remembered browsers forgotten, so that their second factor is asked for there. */
  browsersForgotten?:
    | ((message: {
      userId: string;
      /** One browser of the list, or all of them. */
      which: "one" | "all";
    }) => Awaitable<void>)
    | undefined;
  /** The application sent an invitation to an address. */
  invitationSent?:
    | ((message: {
      /** The address. */
      email: string;
      /** The user who has the address already; null: nobody. */
      userId: string | null;
    }) => Awaitable<void>)
    | undefined;
}
