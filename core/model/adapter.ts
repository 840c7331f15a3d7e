/**
 * The adapter, which stores users, accounts and database sessions.
 *
 * The method names, arguments and records are those of the existing adapters
 * for this family of libraries, so that a published one works unchanged. Members
 * marked as a capability are optional: an adapter with one is safer or can do more.
 *
 * @module
 */

import type {
  AdapterSession,
  AdapterSessionDetails,
  AdapterSessionUpdate,
} from "./adapter_session.ts";
import type { AuditTable } from "./audit_record.ts";
import type { AdapterAuthenticator } from "./authenticator.ts";
import type { Awaitable, User } from "./model.ts";
import type { StoredFields } from "./user_fields.ts";
import type { UserSecrets } from "./user_secret.ts";

export type {
  AdapterAuthenticator,
  AdapterSession,
  AdapterSessionDetails,
  AdapterSessionUpdate,
  StoredFields,
};

/** A stored user. */
export interface AdapterUser extends User {
  /** Id of the user. The library converts it to a string, whatever its type in the database. */
  id: string;
  /** Time at which the user proved ownership of the address; null: not verified. */
  emailVerified: Date | null;
}

/** Type of the provider that an account belongs to. */
export type AdapterAccountType =
  | "oauth"
  | "oidc"
  | "email"
  | "webauthn"
  | "credentials";

/** The token fields that a database stores; most tables have no columns for others. */
export interface AdapterTokens {
  /** Access token for the provider's APIs. */
  access_token?: string | undefined;
  /** Seconds since the epoch at which the access token expires. */
  expires_at?: number | undefined;
  /** ID token (OpenID Connect Core section 2). */
  id_token?: string | undefined;
  /** Refresh token (RFC 6749 section 1.5). */
  refresh_token?: string | undefined;
  /** Granted scopes, separated by spaces. */
  scope?: string | undefined;
  /** The provider's session state (OpenID Connect Session Management). */
  session_state?: string | undefined;
  /** Always lower case. */
  token_type?: Lowercase<string> | undefined;
}

/** The key of an account, unique in the whole database. */
export interface AccountKey {
  /** Provider id. */
  provider: string;
  /** The user's id at the provider. */
  providerAccountId: string;
}

/** A stored account. */
export interface AdapterAccount extends AccountKey, AdapterTokens {
  /** Id of the owning user. */
  userId: string;
  /** Type of the provider. */
  type: AdapterAccountType;
}

/** A stored token of a mail link. */
export interface VerificationToken {
  /** The address that the token was sent to. */
  identifier: string;
  /** A hash of the token. */
  token: string;
  /** Time at which the token expires. */
  expires: Date;
}

/** The records that {@link Adapter.createUserWithAccount} stores. */
export interface NewUserRecords {
  /** The user, as for {@link Adapter.createUser}. */
  user: AdapterUser;
  /** The account, owned by the user that is created. */
  account: Omit<AdapterAccount, "userId">;
  /** The first session, with database sessions; null: none. */
  session: Omit<AdapterSession, "userId"> | null;
}

/** Selects the sessions of a user to end. */
export interface SessionSelection {
  /** Only sessions that began before this time, or have no start time. Default: all. */
  before?: Date | undefined;
}

/**
 * An adapter stores users, accounts and database sessions. If the application
 * declares fields of its own (`user.fields`), each method that stores or
 * returns a user gets them as the last argument: their values are further
 * properties of the user. Every method may
 * return a value or a promise; "not found" is null. Methods are called on the
 * object, so class instances work. The required methods depend on the
 * configuration and are checked at start-up.
 *
 * To be safe against concurrent requests that create the same record, an
 * adapter needs a unique key on the account (`provider`, `providerAccountId`),
 * on the session token and, if addresses are unique, on the address: the second
 * insert has to throw.
 */
export interface Adapter extends UserSecrets, AuditTable {
  /** Stores a user. The library uses the id that is returned. */
  createUser?(
    user: AdapterUser,
    fields?: StoredFields,
  ): Awaitable<AdapterUser>;
  /** Finds a user by id. */
  getUser?(
    id: string,
    fields?: StoredFields,
  ): Awaitable<AdapterUser | null>;
  /** Finds a user by e-mail address. */
  getUserByEmail?(
    email: string,
    fields?: StoredFields,
  ): Awaitable<AdapterUser | null>;
  /** Finds the owner of an account. */
  getUserByAccount?(
    account: AccountKey,
    fields?: StoredFields,
  ): Awaitable<AdapterUser | null>;
  /** Updates the given fields of a user. */
  updateUser?(
    user: Partial<AdapterUser> & Pick<AdapterUser, "id">,
    fields?: StoredFields,
  ): Awaitable<AdapterUser>;
  /** Removes a user and everything that belongs to them; a missing one is not an error. The library calls it only for `auth.deleteUser`. */
  deleteUser?(id: string): Awaitable<unknown>;
  /** Stores an account of a user. */
  linkAccount?(account: AdapterAccount): Awaitable<unknown>;
  /** Removes an account. */
  unlinkAccount?(account: AccountKey): Awaitable<unknown>;

  /** Stores a session. */
  createSession?(session: AdapterSession): Awaitable<AdapterSession>;
  /** Finds a session and its owner, expired or not. */
  getSessionAndUser?(
    sessionToken: string,
    fields?: StoredFields,
  ): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>;
  /** Updates an existing session; must not recreate one that was removed. */
  updateSession?(session: AdapterSessionUpdate): Awaitable<unknown>;
  /** Removes a session; a missing one is not an error. */
  deleteSession?(sessionToken: string): Awaitable<unknown>;

  /** Stores the token of a mail link. */
  createVerificationToken?(token: VerificationToken): Awaitable<unknown>;
  /** Removes a token and returns it, to only one of several concurrent calls. */
  useVerificationToken?(
    token: Pick<VerificationToken, "identifier" | "token">,
  ): Awaitable<VerificationToken | null>;

  /** Finds an account by its key. */
  getAccount?(
    providerAccountId: string,
    provider: string,
  ): Awaitable<AdapterAccount | null>;
  /** Finds a passkey by the credential's id. */
  getAuthenticator?(
    credentialID: string,
  ): Awaitable<AdapterAuthenticator | null>;
  /** Stores a passkey. */
  createAuthenticator?(
    authenticator: AdapterAuthenticator,
  ): Awaitable<AdapterAuthenticator>;
  /** Lists the passkeys of a user. */
  listAuthenticatorsByUserId?(
    userId: string,
  ): Awaitable<AdapterAuthenticator[]>;
  /** Stores the signature counter of a passkey; rejects for an unknown one. */
  updateAuthenticatorCounter?(
    credentialID: string,
    newCounter: number,
  ): Awaitable<AdapterAuthenticator>;

  /** Capability: the adapter receives the hash of a session's token, so that read access to the table does not allow signing in. */
  readonly hashedTokens?: true | undefined;
  /** Capability: sessions are stored with {@link AdapterSessionDetails}. */
  readonly sessionDetails?: true | undefined;
  /** Capability: stores a user with their first account and session, all or nothing. */
  createUserWithAccount?(
    records: NewUserRecords,
    fields?: StoredFields,
  ): Awaitable<AdapterUser>;
  /** Capability: updates the given token fields of an account. */
  updateAccount?(account: AccountKey & AdapterTokens): Awaitable<unknown>;
  /** Capability: lists the accounts of a user. */
  listAccountsByUserId?(userId: string): Awaitable<AdapterAccount[]>;
  /** Capability: lists accounts of all users in a fixed order of their keys, at most `limit` of those after an account, which may be gone; null: the first ones. */
  listAccounts?(
    after: AccountKey | null,
    limit: number,
  ): Awaitable<AdapterAccount[]>;
  /** Capability: removes an account unless it is the owner's last, atomically. Returns false if it is the last. */
  unlinkAccountUnlessLast?(
    account: AccountKey & { userId: string },
  ): Awaitable<boolean>;
  /** Capability: lists the sessions of a user that have not expired. */
  listSessionsByUserId?(userId: string): Awaitable<AdapterSession[]>;
  /**
   * Capability: lists live sessions of a user, newest first, at most `limit` of
   * those after a session, which may be gone; null: the first ones. Sessions
   * without a start time come last. Those of one moment have a fixed order.
   */
  listSessionPage?(
    userId: string,
    after: Pick<AdapterSession, "sessionToken" | "createdAt"> | null,
    limit: number,
  ): Awaitable<AdapterSession[]>;
  /** Capability: removes sessions of a user, or of all users (null). */
  deleteSessionsByUserId?(
    userId: string | null,
    which?: SessionSelection,
  ): Awaitable<unknown>;
  /** Capability: stores names and times of passkeys, too, and changes the given fields of a passkey of this user; returns false if they have no such passkey. */
  updateAuthenticator?(
    changes:
      & Pick<AdapterAuthenticator, "credentialID" | "userId">
      & Partial<Pick<AdapterAuthenticator, "name" | "counter" | "lastUsedAt">>,
  ): Awaitable<boolean>;
  /** Capability: removes a passkey of this user; returns false if they have no such passkey. */
  deleteAuthenticator?(
    key: Pick<AdapterAuthenticator, "credentialID" | "userId">,
  ): Awaitable<boolean>;
  /**
   * Capability: removes expired sessions and verification tokens, at most
   * `limit` rows of each kind, and returns the number removed. The library
   * calls it at sign-in, so that tables stay small without a timer.
   */
  deleteExpired?(now: Date, limit: number): Awaitable<number>;
}
