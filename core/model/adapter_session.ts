/** A stored session. */
export interface AdapterSession extends Partial<AdapterSessionDetails> {
  /** Unique key of the session. With the adapter's `hashedTokens` it is the token's hash, else the token. */
  sessionToken: string;
  /** Id of the owning user. */
  userId: string;
  /** Time at which the session ends if it is not used again. */
  expires: Date;
}

/** Further fields of a session, stored with the adapter's `sessionDetails`. */
export interface AdapterSessionDetails {
  /** Time of the sign-in. */
  createdAt: Date;
  /** Time of the last use, to the nearest `updateAge`. */
  lastSeenAt: Date;
  /** The browser's User-Agent at sign-in, truncated to 512 characters. */
  userAgent: string | null;
  /** The proof by which the user signed in, as a text of the library's own; null: not known. */
  authentication: string | null;
}

/** A change to a stored session. Omitted fields stay unchanged. */
export interface AdapterSessionUpdate {
  /** Key of the session. */
  sessionToken: string;
  /** The new expiry time. */
  expires?: Date | undefined;
  /** The new time of last use, with the adapter's `sessionDetails`. */
  lastSeenAt?: Date | undefined;
}
