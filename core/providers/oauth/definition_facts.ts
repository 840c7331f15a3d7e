import type { Profile } from "../../model/model.ts";
import type { EndpointParams, ParamNames } from "./endpoint_params.ts";

/** The application's client registration at the provider (RFC 7591 section 2). */
export interface ClientMetadata {
  /** Method of client authentication. Default: one that the provider supports, basic first. */
  token_endpoint_auth_method?:
    | "client_secret_basic"
    | "client_secret_post"
    | "client_secret_jwt"
    | "private_key_jwt"
    | "tls_client_auth"
    | "self_signed_tls_client_auth"
    | "none"
    | undefined;
  /** Whether access tokens are bound to the client's TLS certificate (RFC 8705 section 3.4). Default false. */
  tls_client_certificate_bound_access_tokens?: boolean | undefined;
  /** The only accepted signature algorithm of ID tokens. Default: those in the provider's metadata. */
  id_token_signed_response_alg?: string | undefined;
  /** The only accepted signature algorithm of authorization responses that are JWTs (JARM). Default: those in the provider's metadata. */
  authorization_signed_response_alg?: string | undefined;
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

/** How an application gets and uses a refresh token (RFC 6749 section 6), where that is not the usual way. */
export interface RefreshBehavior {
  /** URL of the request. Default: the token endpoint. */
  url?: string | undefined;
  /** Encoding of the parameters in the body. Default: as at the token endpoint. */
  format?: "form" | "json" | undefined;
  /** `client_id`: the client is named without its secret. Default: it is authenticated as at the token endpoint. */
  auth?: "client_id" | undefined;
  /**
   * The values that the request repeats: parameters of the callback, which are kept with
   * the tokens, `redirect_uri`, or `scope`. Default: nothing.
   */
  repeat?: readonly string[] | undefined;
  /** Errors by which the provider refuses a refresh token for good, besides `invalid_grant`. */
  refusals?: readonly string[] | undefined;
  /**
   * Values of a member of the error with which an `invalid_grant` is only about
   * this request, so that the refresh token stays good: the API lacks the user's
   * consent, or wants the user to act. Default: there are none.
   */
  partial?:
    | Readonly<Record<string, Readonly<Record<string, "consent" | "user">>>>
    | undefined;
  /** Whether a refresh ends all access tokens that were issued before. */
  endsAccess?: boolean | undefined;
  /** The exchange of a new access token for one that lives longer, where there are no refresh tokens. */
  exchange?: TokenExchange | undefined;
  /** The exchange of that one for another, once half of its life is over. Default: there is none. */
  extend?: TokenExchange | undefined;
  /** Seconds that an exchanged token lives, if its answer does not say. */
  lives?: number | undefined;
  /**
   * Scopes of the authorization request without which the provider issues none.
   */
  scopes?: readonly string[] | undefined;
  /**
   * Parameters of the authorization request without which the provider issues
   * none.
   */
  params?: EndpointParams | undefined;
  /** Parameters of the authorization request by which a token has all scopes that were granted so far. */
  cumulative?: EndpointParams | undefined;
}

/** A request with an access token that is answered with another one. */
export interface TokenExchange {
  /** Value of `grant_type`. */
  grant: string;
  /** The URL. Default: the token endpoint. */
  url?: string | undefined;
  /** HTTP method; with `GET`, the parameters are in the query. Default `POST`. */
  method?: "GET" | "POST" | undefined;
  /** `none`: the request is authorized only by the token. Default: by the client's id and secret, as parameters. */
  auth?: "none" | undefined;
  /** Name of the parameter with the token. Default `access_token`. */
  name?: string | undefined;
}

/** A provider's tokens: how long they live, in seconds. */
export interface TokenFacts {
  /** An access token, if its answer does not say. */
  access?: number | undefined;
  /**
   * A refresh token: the shorter of its unused and its absolute lifetime.
   * False: there are none.
   */
  refresh?: number | false | undefined;
  /** Whether a new refresh token replaces the one that was used. */
  rotates?: boolean | undefined;
  /** A refresh token that has been replaced. */
  replaced?: number | undefined;
  /** Whether an access token is for one API, and its scopes are those of this API only. */
  perApi?: boolean | undefined;
  /**
   * Scopes that the answers call by another name: the name in an answer, by the
   * requested one.
   */
  scopeNames?: Readonly<Record<string, string>> | undefined;
}

/** The revocation of tokens (RFC 7009), where a server deviates from the standard. */
export interface RevocationEndpoint {
  /** The URL. Default: from the provider's metadata. */
  url?: string | undefined;
  /** The only kind of token that it takes. Default: both. */
  only?: "access_token" | "refresh_token" | undefined;
  /**
   * How the request is authorized. `none`: only by the token. `client_id`: by
   * the client's id without its secret. `bearer`: by the access token, in the
   * header. Default: as at the token endpoint.
   */
  auth?: "none" | "client_id" | "bearer" | undefined;
  /** Encoding of the parameters in the body; `none`: there are none. Default `form`. */
  format?: "form" | "json" | "none" | undefined;
  /** Names by which the server calls standard parameters, `{ token: "access_token" }` for example. */
  names?: ParamNames | undefined;
}

/** The end of the session at the provider (OpenID Connect RP-Initiated Logout 1.0). */
export interface EndSessionEndpoint {
  /** The URL. Default: from the provider's metadata. */
  url?: string | undefined;
  /** Names by which the server calls standard parameters, `{ post_logout_redirect_uri: "logout_uri" }` for example. */
  names?: ParamNames | undefined;
  /** Extra parameters, which may contain `{clientId}`. They replace none of the library's. */
  params?: EndpointParams | undefined;
  /** Whether it takes an `id_token_hint`. Default true. */
  idTokenHint?: boolean | undefined;
}
