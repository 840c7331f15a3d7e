/**
 * What a guard says of a request that may pass.
 *
 * @module
 */

import type { Session } from "../core/model/model.ts";

/** The claims of an access token, as the issuer wrote them. */
export type AccessClaims = Readonly<Record<string, unknown>>;

/** What every kind of access has. */
export interface AnyAccess {
  /** Who acts: the claim `sub` of an issuer's token, or the id of this application's user. */
  readonly subject: string;
  /** The id of this application's user; null if it is not known, for example because the issuer has no `accounts`. */
  readonly userId: string | null;
  /** The scopes that were granted, without those that the hierarchy adds. */
  readonly scopes: readonly string[];
}

/** The access that a token of an issuer gives. */
export interface TokenAccess extends AnyAccess {
  /** A signed token (RFC 9068), or one that only its issuer can read (RFC 7662). */
  readonly kind: "jwt" | "opaque";
  /** The user, or for a client that acts on its own behalf, the client. It is unique for the issuer only. */
  readonly subject: string;
  /** The authorization server that issued the token. */
  readonly issuer: string;
  /** The client that the token was issued to; null if the token does not say. */
  readonly clientId: string | null;
  /** All claims. */
  readonly claims: AccessClaims;
  /** When the token expires. */
  readonly expires: Date;
  /** Returns the token itself: never log it, and never send it to another service. */
  token(): string;
}

/** The access of a personal token, which the user made in this application. */
export interface PersonalAccess extends AnyAccess {
  /** A personal token. */
  readonly kind: "personal";
  /** The id of this application's user. */
  readonly userId: string;
  /** The id of the token, as its owner's list has it. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** When it expires; null: never. */
  readonly expires: Date | null;
}

/** The access of a user who is signed in to this application. Scopes are for clients: none limits it. */
export interface SessionAccess extends AnyAccess {
  /** A session. */
  readonly kind: "session";
  /** The id of this application's user. */
  readonly userId: string;
  /** The session. */
  readonly session: Session;
}

/** The access that a request has. */
export type Access = TokenAccess | PersonalAccess | SessionAccess;

/** What checks personal tokens: `auth.tokens` is one. */
export interface PersonalTokens {
  /** Returns what a token stands for; null if it is none, or not valid now. */
  verify(token: string): Promise<
    {
      readonly userId: string;
      readonly id: string;
      readonly name: string;
      readonly scopes: readonly string[];
      readonly expires: Date | null;
    } | null
  >;
}
