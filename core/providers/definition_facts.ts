import type { Profile } from "../model/model.ts";
import type { EndpointParams, ParamNames } from "./endpoints.ts";

/** The application's client registration at the provider (RFC 7591 section 2). */
export interface ClientMetadata {
  /** Method of client authentication. Default: one that the provider supports, basic first. */
  token_endpoint_auth_method?:
    | "client_secret_basic"
    | "client_secret_post"
    | "client_secret_jwt"
    | "private_key_jwt"
    | "none"
    | undefined;
  /** The only accepted signature algorithm of ID tokens. Default: those in the provider's metadata. */
  id_token_signed_response_alg?: string | undefined;
  /** PKCE method (RFC 7636 section 4.2). Default `S256`; `plain` is for a server that knows no other. */
  code_challenge_method?: "S256" | "plain" | undefined;
}

/** Appearance of a provider's button. */
export interface OAuthProviderButtonStyles {
  /** CSS colour of the button on the built-in pages; for initials, as `#rrggbb`. */
  brandColor?: string | undefined;
  /**
   * Image on the button: a path of this site, or a URL that begins with
   * `data:image/svg+xml,`. Without one, the button shows the initials of the
   * name on `brandColor`.
   */
  logo?: string | undefined;
  /** @deprecated use brandColor */
  bg?: string | undefined;
  /** @deprecated has no effect */
  text?: string | undefined;
}

/**
 * Whether the provider has verified the address that `profile` returns.
 * `claim`: it says so in `email_verified` (OpenID Connect Core section 5.1).
 * `always`: it returns verified addresses only. `unverified`: it
 * never verifies one, but can deny it. A function says so for a profile: `true`, `false`, or anything
 * else if it is unknown.
 */
export type EmailTrust<P extends object = Profile> =
  | "claim"
  | "always"
  | "unverified"
  | ((profile: P) => unknown);

/** How a provider renews access tokens (RFC 6749 section 6). */
export interface RefreshBehavior {
  /** Whether it issues refresh tokens. Default true. */
  supported?: boolean | undefined;
  /** Scopes of the authorization request without which it issues none. */
  scopes?: readonly string[] | undefined;
  /** Parameters of the authorization request without which it issues none. */
  params?: EndpointParams | undefined;
  /** Whether a new refresh token replaces the one that was used. */
  rotates?: boolean | undefined;
  /** Seconds for which a replaced refresh token still works. */
  graceSeconds?: number | undefined;
  /** Lifetime of an access token, in seconds, if its answer names none. */
  accessTokenSeconds?: number | undefined;
  /** Lifetime of a refresh token, in seconds: the shorter of unused and absolute. */
  refreshTokenSeconds?: number | undefined;
}

/** The end of the session at the provider (OpenID Connect RP-Initiated Logout 1.0). */
export interface EndSessionEndpoint {
  /** The URL. Default: from the provider's metadata. */
  url?: string | undefined;
  /** Names by which the server calls standard parameters, `{ post_logout_redirect_uri: "logout_uri" }` for example. */
  names?: ParamNames | undefined;
  /** Whether it takes an `id_token_hint`. Default true. */
  idTokenHint?: boolean | undefined;
}
