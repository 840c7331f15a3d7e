/**
 * The data types of the library: the user ({@link User}), the account they
 * signed in with ({@link Account}, {@link Profile}), and the session that the
 * application sees ({@link Session}).
 *
 * @module
 */

import type { Authentication } from "./authentication.ts";

/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>;

/** The kinds of provider that this version can sign in with. */
export type ProviderType =
  | "oidc"
  | "oauth"
  | "email"
  | "credentials"
  | "webauthn";

/** A user, as returned by a provider's `profile` callback. */
export interface User {
  /** Stable id of the user. */
  id?: string | undefined;
  /** Display name. */
  name?: string | null | undefined;
  /** E-mail address; not necessarily verified. */
  email?: string | null | undefined;
  /** URL of a picture. */
  image?: string | null | undefined;
}

/** The user of a session. */
export interface SessionUser extends User {
  /**
   * Stable id of the user: that of the stored user if users are stored, and the
   * `sub` of the session's claims with the strategy `jwt`.
   */
  id: string;
}

/** The part of a session that every application has. */
export interface DefaultSession {
  /** The current user. */
  user?: SessionUser | undefined;
  /** Time at which the session ends if it is not used again, as an ISO 8601 date. */
  expires: string;
}

/** The authentication of a session's user by an OpenID provider (OpenID Connect Core section 2). */
export interface SessionAuthentication {
  /**
   * When it did (`auth_time`), as an ISO 8601 date; null: the ID token does not
   * say. A guard's `maxAge` also knows the time of a password, a mail or a
   * passkey.
   */
  at: string | null;
  /** The authentication context class (`acr`); null: the ID token does not say. */
  acr: string | null;
  /** The authentication methods (`amr`, RFC 8176); empty if the ID token does not say. */
  amr: readonly string[];
}

/** The session that the application sees. */
export interface Session extends DefaultSession {
  /** The authentication by the OpenID provider, if its ID token has `acr`, `amr` or `auth_time`. */
  authentication?: SessionAuthentication | undefined;
  /**
   * The user who acts as (impersonates) this user, if `beginSession` was given
   * one.
   */
  actor?: { id: string } | undefined;
}

/**
 * The claims inside the session cookie. `sub`, `sid`, `iat`, `auth_time`,
 * `exp`, `aud` and `authn` belong to the library: a `jwt` callback may read them, but
 * changes to them are reverted.
 */
export interface JWT extends Record<string, unknown> {
  /** Display name. */
  name?: string | null | undefined;
  /** E-mail address. */
  email?: string | null | undefined;
  /** URL of a picture. */
  picture?: string | null | undefined;
  /** Stable id of the user. */
  sub?: string | undefined;
  /** Id of this session, used for revocation. */
  sid?: string | undefined;
  /** Time at which this cookie was encrypted, in seconds since the epoch. */
  iat?: number | undefined;
  /** Time of the sign-in, in seconds since the epoch, with milliseconds. */
  auth_time?: number | undefined;
  /** Time at which the cookie expires, in seconds since the epoch. */
  exp?: number | undefined;
  /**
   * The audience, which is the application that this session is for: the
   * configured origin, else the `domain` of the session cookie, else the
   * request's origin. An origin includes the configured base path.
   */
  aud?: string | undefined;
  /** The proof by which the user signed in. */
  authn?: Authentication | undefined;
}

/** The response of a provider's token endpoint (RFC 6749 section 5.1). */
export interface TokenSet {
  /** Access token for the provider's APIs. */
  readonly access_token?: string | undefined;
  /** Seconds until the access token expires, from the time of the response. */
  readonly expires_in?: number | undefined;
  /** Seconds since the epoch at which the access token expires. */
  expires_at?: number | undefined;
  /** ID token (OpenID Connect Core section 2). */
  readonly id_token?: string | undefined;
  /** Refresh token (RFC 6749 section 1.5). */
  readonly refresh_token?: string | undefined;
  /** Details of the granted authorization (RFC 9396). */
  readonly authorization_details?: readonly AuthorizationDetails[] | undefined;
  /** Granted scopes, separated by spaces. */
  readonly scope?: string | undefined;
  /** Always lower case. */
  readonly token_type?: Lowercase<string> | undefined;
}

/** One element of `authorization_details` (RFC 9396 section 2). */
export interface AuthorizationDetails {
  /** The type of authorization detail. */
  readonly type: string;
  /** A member defined by the type. */
  readonly [parameter: string]: unknown;
}

/** A user's account at a provider, with the tokens of this sign-in. */
export interface Account extends TokenSet {
  /** Provider id. */
  provider: string;
  /** The user's id at the provider. */
  providerAccountId: string;
  /** Type of the provider. */
  type: ProviderType;
  /** Id of the owning user, if the application stores users. */
  userId?: string | undefined;
}

/** An address claim (OpenID Connect Core section 5.1.1). */
export interface Address {
  /** Country name. */
  country?: string | null | undefined;
  /** Full address, as on a label. */
  formatted?: string | null | undefined;
  /** City. */
  locality?: string | null | undefined;
  /** Postal code. */
  postal_code?: string | null | undefined;
  /** State, province or region. */
  region?: string | null | undefined;
  /** Street and number. */
  street_address?: string | null | undefined;
}

/** Claims about a user, as the provider sent them (OpenID Connect Core section 5.1). */
export interface Profile {
  /** Any other claim. */
  [claim: string]: unknown;
  /** Id, at providers without `sub`. */
  id?: string | null | undefined;
  /** Subject: the user's id at this issuer. */
  sub?: string | null | undefined;
  /** Full name. */
  name?: string | null | undefined;
  /** Given name. */
  given_name?: string | null | undefined;
  /** Family name. */
  family_name?: string | null | undefined;
  /** Middle name. */
  middle_name?: string | null | undefined;
  /** Casual name. */
  nickname?: string | null | undefined;
  /** User name; not unique and not stable. */
  preferred_username?: string | null | undefined;
  /** URL of a profile page. */
  profile?: string | null | undefined;
  /** URL of a picture. */
  // deno-lint-ignore no-explicit-any -- the specification's type: some providers send an object
  picture?: any;
  /** URL of a web page. */
  website?: string | null | undefined;
  /** E-mail address. */
  email?: string | null | undefined;
  /** Whether the provider verified the address. */
  email_verified?: boolean | null | undefined;
  /** Gender. */
  gender?: string | null | undefined;
  /** Birth date, `YYYY-MM-DD`. */
  birthdate?: string | null | undefined;
  /** Time zone, such as `Europe/Paris`. */
  zoneinfo?: string | null | undefined;
  /** Language, such as `en-US`. */
  locale?: string | null | undefined;
  /** Phone number. */
  phone_number?: string | null | undefined;
  /** Time at which the profile last changed. */
  updated_at?: Date | string | number | null | undefined;
  /** Postal address. */
  address?: Address | null | undefined;
}
