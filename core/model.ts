/**
 * The nouns of the library: who signed in ({@link User}), how ({@link Account},
 * {@link Profile}), and what the application sees of it ({@link Session}).
 *
 * @module
 */

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** The kinds of provider that this version can sign in with. */
export type ProviderType = "oidc";

/** A person, as a provider's `profile` callback describes them. */
export interface User {
  id?: string | undefined;
  name?: string | null | undefined;
  email?: string | null | undefined;
  /** URL of a picture. */
  image?: string | null | undefined;
}

/** The part of a session that every application has. */
export interface DefaultSession {
  user?: User | undefined;
  /** When the session ends if it is not used again: an ISO 8601 date. */
  expires: string;
}

/** What the application sees of a signed-in person. */
export interface Session extends DefaultSession {}

/**
 * The claims inside the session cookie. `sub`, `sid`, `iat`, `auth_time`,
 * `exp` and `aud` belong to the library: a `jwt` callback may read them, and
 * what it writes to them is put back.
 */
export interface JWT extends Record<string, unknown> {
  name?: string | null | undefined;
  email?: string | null | undefined;
  picture?: string | null | undefined;
  /** Stable id of the person. */
  sub?: string | undefined;
  /** Id of this session; revocation names it. */
  sid?: string | undefined;
  /** When this cookie was sealed, in seconds since the epoch. */
  iat?: number | undefined;
  /** When the person signed in, in seconds since the epoch, with milliseconds. */
  auth_time?: number | undefined;
  /** When the cookie stops being a session, in seconds since the epoch. */
  exp?: number | undefined;
  /** The configured origin and base path, where there are any. */
  aud?: string | undefined;
}

/** What a provider's token endpoint answers (RFC 6749 section 5.1). */
export interface TokenSet {
  readonly access_token?: string | undefined;
  /** Seconds until the access token expires, at the time of the answer. */
  readonly expires_in?: number | undefined;
  /** Seconds since the epoch at which the access token expires. */
  expires_at?: number | undefined;
  readonly id_token?: string | undefined;
  readonly refresh_token?: string | undefined;
  readonly scope?: string | undefined;
  /** Always lower case. */
  readonly token_type?: Lowercase<string> | undefined;
}

/** A person's account at a provider, with the tokens of this sign-in. */
export interface Account extends TokenSet {
  /** Provider id. */
  provider: string;
  /** The person's id at the provider. */
  providerAccountId: string;
  type: ProviderType;
  /** Id of the owning user, where the application stores users. */
  userId?: string | undefined;
}

/** An address claim (OpenID Connect Core section 5.1.1). */
export interface Address {
  country?: string | null | undefined;
  formatted?: string | null | undefined;
  locality?: string | null | undefined;
  postal_code?: string | null | undefined;
  region?: string | null | undefined;
  street_address?: string | null | undefined;
}

/** Claims about a person, as the provider sent them (OpenID Connect Core section 5.1). */
export interface Profile {
  [claim: string]: unknown;
  id?: string | null | undefined;
  sub?: string | null | undefined;
  name?: string | null | undefined;
  given_name?: string | null | undefined;
  family_name?: string | null | undefined;
  middle_name?: string | null | undefined;
  nickname?: string | null | undefined;
  preferred_username?: string | null | undefined;
  profile?: string | null | undefined;
  // deno-lint-ignore no-explicit-any -- the specification's type: some providers send an object
  picture?: any;
  website?: string | null | undefined;
  email?: string | null | undefined;
  email_verified?: boolean | null | undefined;
  gender?: string | null | undefined;
  birthdate?: string | null | undefined;
  zoneinfo?: string | null | undefined;
  locale?: string | null | undefined;
  phone_number?: string | null | undefined;
  updated_at?: Date | string | number | null | undefined;
  address?: Address | null | undefined;
}
