/**
 * The nouns of the library: who signed in ({@link User}), how ({@link Account},
 * {@link Profile}), and what the application sees of it ({@link Session}).
 *
 * @module
 */

/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>;

/** The kinds of provider that this version can sign in with. */
export type ProviderType =
  | "oidc"
  | "oauth"
  | "email"
  | "credentials"
  | "webauthn";

/** A person, as a provider's `profile` callback describes them. */
export interface User {
  /** Stable id of the person. */
  id?: string | undefined;
  /** Name to show. */
  name?: string | null | undefined;
  /** E-mail address; not necessarily verified. */
  email?: string | null | undefined;
  /** URL of a picture. */
  image?: string | null | undefined;
}

/** The user of a session. */
export interface SessionUser extends User {
  /**
   * Stable id of the person: that of the stored user where users are stored,
   * and the `sub` of the session's claims with the strategy `jwt`.
   */
  id: string;
}

/** The part of a session that every application has. */
export interface DefaultSession {
  /** Who is signed in. */
  user?: SessionUser | undefined;
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
  /** Name to show. */
  name?: string | null | undefined;
  /** E-mail address. */
  email?: string | null | undefined;
  /** URL of a picture. */
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
  /**
   * Which application this session is for: the configured origin, else the
   * `domain` of the session cookie, else the request's origin; an origin with
   * the configured base path.
   */
  aud?: string | undefined;
}

/** What a provider's token endpoint answers (RFC 6749 section 5.1). */
export interface TokenSet {
  /** Access token for the provider's own interfaces. */
  readonly access_token?: string | undefined;
  /** Seconds until the access token expires, at the time of the answer. */
  readonly expires_in?: number | undefined;
  /** Seconds since the epoch at which the access token expires. */
  expires_at?: number | undefined;
  /** ID token (OpenID Connect Core section 2). */
  readonly id_token?: string | undefined;
  /** Refresh token (RFC 6749 section 1.5). */
  readonly refresh_token?: string | undefined;
  /** Details of what was granted (RFC 9396). */
  readonly authorization_details?: readonly AuthorizationDetails[] | undefined;
  /** Granted scopes, separated by spaces. */
  readonly scope?: string | undefined;
  /** Always lower case. */
  readonly token_type?: Lowercase<string> | undefined;
}

/** One element of `authorization_details` (RFC 9396 section 2). */
export interface AuthorizationDetails {
  /** Which kind of detail this is. */
  readonly type: string;
  /** Whatever the kind defines. */
  readonly [parameter: string]: unknown;
}

/** A person's account at a provider, with the tokens of this sign-in. */
export interface Account extends TokenSet {
  /** Provider id. */
  provider: string;
  /** The person's id at the provider. */
  providerAccountId: string;
  /** Type of the provider. */
  type: ProviderType;
  /** Id of the owning user, where the application stores users. */
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

/** Claims about a person, as the provider sent them (OpenID Connect Core section 5.1). */
export interface Profile {
  /** Any further claim. */
  [claim: string]: unknown;
  /** Id, at providers without `sub`. */
  id?: string | null | undefined;
  /** Subject: the id of the person at this issuer. */
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
  /** When the profile changed last. */
  updated_at?: Date | string | number | null | undefined;
  /** Postal address. */
  address?: Address | null | undefined;
}
