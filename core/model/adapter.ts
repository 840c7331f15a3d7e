/**
 * Where users, accounts and database sessions are kept.
 *
 * The method names, arguments and records are those of the adapters that exist
 * for this family of libraries, so that a published one works unchanged. What
 * is marked as a capability is optional: an adapter that has it is safer or can
 * do more, one without it still works.
 *
 * @module
 */

import type { Awaitable, User } from "./model.ts";

/** A stored person. */
export interface AdapterUser extends User {
  /** Id of the person. Whatever type the database has for it, the library makes it a text. */
  id: string;
  /** When somebody proved that the address is theirs; null: nobody did. */
  emailVerified: Date | null;
}

/** How somebody gets in. */
export type AdapterAccountType =
  | "oauth"
  | "oidc"
  | "email"
  | "webauthn"
  | "credentials";

/** The token fields that a database keeps: others would be no column of most tables. */
export interface AdapterTokens {
  /** Access token for the provider's own interfaces. */
  access_token?: string | undefined;
  /** Seconds since the epoch at which the access token expires. */
  expires_at?: number | undefined;
  /** ID token (OpenID Connect Core section 2). */
  id_token?: string | undefined;
  /** Refresh token (RFC 6749 section 1.5). */
  refresh_token?: string | undefined;
  /** Granted scopes, separated by spaces. */
  scope?: string | undefined;
  /** The provider's name for its session (OpenID Connect Session Management). */
  session_state?: string | undefined;
  /** Always lower case. */
  token_type?: Lowercase<string> | undefined;
}

/** Names an account: unique in the whole database. */
export interface AccountKey {
  /** Provider id. */
  provider: string;
  /** The person's id at the provider. */
  providerAccountId: string;
}

/** A stored account. */
export interface AdapterAccount extends AccountKey, AdapterTokens {
  /** Id of the owning user. */
  userId: string;
  /** Type of the provider. */
  type: AdapterAccountType;
}

/** A stored session. */
export interface AdapterSession extends Partial<AdapterSessionDetails> {
  /** Names the session: unique. With {@link Adapter.hashedTokens} it is the token's hash, else the token. */
  sessionToken: string;
  /** Id of the owning user. */
  userId: string;
  /** When the session ends if it is not used again. */
  expires: Date;
}

/** What is kept of a session with {@link Adapter.sessionDetails}. */
export interface AdapterSessionDetails {
  /** When the person signed in. */
  createdAt: Date;
  /** When the session was last used, to the nearest `updateAge`. */
  lastSeenAt: Date;
  /** What the browser called itself at sign-in, cut to 512 characters. */
  userAgent: string | null;
}

/** A change to a stored session; what is left out stays. */
export interface AdapterSessionUpdate {
  /** Names the session. */
  sessionToken: string;
  /** The new end. */
  expires?: Date | undefined;
  /** With {@link Adapter.sessionDetails}. */
  lastSeenAt?: Date | undefined;
}

/** A stored token of a mail link. */
export interface VerificationToken {
  /** The address that the token was sent to. */
  identifier: string;
  /** A hash of the token. */
  token: string;
  /** When it stops working. */
  expires: Date;
}

/** A stored passkey. Bytes are base64 texts. */
export interface AdapterAuthenticator {
  /** Id of the owning user. */
  userId: string;
  /** Id of the account that the passkey signs in to. */
  providerAccountId: string;
  /** The credential's id: unique. */
  credentialID: string;
  /** The credential's public key. */
  credentialPublicKey: string;
  /** How often the passkey was used, as it counts itself. */
  counter: number;
  /** Whether the passkey is backed up. */
  credentialBackedUp: boolean;
  /** `singleDevice` or `multiDevice`. */
  credentialDeviceType: string;
  /** Ways to reach the authenticator, separated by commas. */
  transports?: string | null | undefined;
}

/** What {@link Adapter.createUserWithAccount} stores. */
export interface NewUserRecords {
  /** As for {@link Adapter.createUser}. */
  user: AdapterUser;
  /** Its owner is the user that is created. */
  account: Omit<AdapterAccount, "userId">;
  /** The first session, with database sessions; null: none. */
  session: Omit<AdapterSession, "userId"> | null;
}

/** Which sessions of a person end. */
export interface SessionSelection {
  /** Only those that began before this moment, and those that do not say when they began. Default: all. */
  before?: Date | undefined;
}

/**
 * Where users, accounts and database sessions are kept. Every method may give a
 * value or a promise; "not found" is null. Methods are called on the object, so
 * instances of classes work. Which ones are needed follows from the
 * configuration, and is checked at start-up.
 *
 * A unique key on the account (`provider`, `providerAccountId`), the session
 * token and, if addresses are unique, the address makes an adapter safe when
 * several requests create the same thing: the second one has to throw.
 */
export interface Adapter {
  /** Stores a person. The id that comes back counts. */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>;
  /** A person by id. */
  getUser?(id: string): Awaitable<AdapterUser | null>;
  /** A person by address. */
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>;
  /** The owner of an account. */
  getUserByAccount?(account: AccountKey): Awaitable<AdapterUser | null>;
  /** Changes the given fields of a person. */
  updateUser?(
    user: Partial<AdapterUser> & Pick<AdapterUser, "id">,
  ): Awaitable<AdapterUser>;
  /** Removes a person and everything that belongs to them. The library never calls it. */
  deleteUser?(id: string): Awaitable<unknown>;
  /** Stores an account of a person. */
  linkAccount?(account: AdapterAccount): Awaitable<unknown>;
  /** Removes an account. */
  unlinkAccount?(account: AccountKey): Awaitable<unknown>;

  /** Stores a session. */
  createSession?(session: AdapterSession): Awaitable<AdapterSession>;
  /** A session and its owner, expired or not. */
  getSessionAndUser?(
    sessionToken: string,
  ): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>;
  /** Changes a session that is still there; must not bring back one that is gone. */
  updateSession?(session: AdapterSessionUpdate): Awaitable<unknown>;
  /** Removes a session; one that is gone is no error. */
  deleteSession?(sessionToken: string): Awaitable<unknown>;

  /** Stores the token of a mail link. */
  createVerificationToken?(token: VerificationToken): Awaitable<unknown>;
  /** Removes a token and gives it: once, however many ask at a time. */
  useVerificationToken?(
    token: Pick<VerificationToken, "identifier" | "token">,
  ): Awaitable<VerificationToken | null>;

  /** An account by its key. */
  getAccount?(
    providerAccountId: string,
    provider: string,
  ): Awaitable<AdapterAccount | null>;
  /** A passkey by the credential's id. */
  getAuthenticator?(
    credentialID: string,
  ): Awaitable<AdapterAuthenticator | null>;
  /** Stores a passkey. */
  createAuthenticator?(
    authenticator: AdapterAuthenticator,
  ): Awaitable<AdapterAuthenticator>;
  /** The passkeys of a person. */
  listAuthenticatorsByUserId?(
    userId: string,
  ): Awaitable<AdapterAuthenticator[]>;
  /** Keeps how often a passkey was used; rejects for one that is not known. */
  updateAuthenticatorCounter?(
    credentialID: string,
    newCounter: number,
  ): Awaitable<AdapterAuthenticator>;

  /** Capability: the adapter is given the hash of a session's token, so that who reads the table cannot sign in. */
  readonly hashedTokens?: true | undefined;
  /** Capability: sessions are kept with {@link AdapterSessionDetails}. */
  readonly sessionDetails?: true | undefined;
  /** Capability: stores a person, their first account and session: all or nothing. */
  createUserWithAccount?(records: NewUserRecords): Awaitable<AdapterUser>;
  /** Capability: changes the given token fields of an account. */
  updateAccount?(account: AccountKey & AdapterTokens): Awaitable<unknown>;
  /** Capability: the accounts of a person. */
  listAccountsByUserId?(userId: string): Awaitable<AdapterAccount[]>;
  /** Capability: removes an account unless it is the owner's last, in one step. False: it is the last. */
  unlinkAccountUnlessLast?(
    account: AccountKey & { userId: string },
  ): Awaitable<boolean>;
  /** Capability: the sessions of a person that have not expired. */
  listSessionsByUserId?(userId: string): Awaitable<AdapterSession[]>;
  /** Capability: removes sessions of a person, or of everybody (null). */
  deleteSessionsByUserId?(
    userId: string | null,
    which?: SessionSelection,
  ): Awaitable<unknown>;
  /** Capability: removes a passkey of this person; false if they have no such one. */
  deleteAuthenticator?(
    key: Pick<AdapterAuthenticator, "credentialID" | "userId">,
  ): Awaitable<boolean>;
  /**
   * Capability: removes what has expired (sessions, verification tokens), at
   * most `limit` rows of each kind, and says how many. The library calls it
   * when somebody signs in, so that tables stay small without a timer.
   */
  deleteExpired?(now: Date, limit: number): Awaitable<number>;
}
