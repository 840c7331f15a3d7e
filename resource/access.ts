/**
 * What a guard says of a request that may pass.
 *
 * @module
 */

/** The claims of an access token, as the issuer wrote them. */
export type AccessClaims = Readonly<Record<string, unknown>>;

/** The access that a token of an issuer gives. */
export interface TokenAccess {
  /** What the request carried: a signed token (RFC 9068), or one that only its issuer can read (RFC 7662). */
  readonly kind: "jwt" | "opaque";
  /** The claim `sub`: the user, or for a client that acts on its own behalf, the client. It is unique for the issuer only. */
  readonly subject: string;
  /** The authorization server that issued the token. */
  readonly issuer: string;
  /** The client that the token was issued to; null if the token does not say. */
  readonly clientId: string | null;
  /** The scopes that were granted, without those that the hierarchy adds. */
  readonly scopes: readonly string[];
  /** All claims. */
  readonly claims: AccessClaims;
  /** When the token expires. */
  readonly expires: Date;
  /** Returns the token itself: never log it, and never send it to another service. */
  token(): string;
}

/** The access that a request has. */
export type Access = TokenAccess;
