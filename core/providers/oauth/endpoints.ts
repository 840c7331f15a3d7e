import type { Awaitable, Profile, TokenSet } from "../../model/model.ts";
import type { EndpointParams, ParamNames } from "./endpoint_params.ts";
import type { OAuthProvider } from "./oauth_config.ts";

/** The endpoints that a definition may set. */
export type OAuthEndpointType = "authorization" | "token" | "userinfo";

/** The authorization endpoint (RFC 6749 section 3.1, OpenID Connect Core section 3.1.2.1). */
export interface AuthorizationEndpoint {
  /** The URL. Default: from the provider's metadata. */
  url?: string | undefined;
  /**
   * Extra or changed parameters, which may contain `{clientId}`: `scope` for example (default for `oidc`:
   * `openid profile email`; a missing `openid` is added). The library sets
   * those that protect the flow (`client_id`, `redirect_uri`, `response_type`,
   * `state`, `nonce`, `code_challenge`).
   */
  params?: EndpointParams | undefined;
  /** Names by which the server calls standard parameters, `{ client_id: "appid" }` for example. */
  names?: ParamNames | undefined;
  /** Fragment of the URL, without `#`. */
  fragment?: string | undefined;
  /** Builds the URL in place of the library; `params` holds all parameters that it would have sent. */
  request?:
    | ((context: {
      provider: OAuthProvider;
      params: URLSearchParams;
    }) => Awaitable<string | URL>)
    | undefined;
}

/** The values that protected this sign-in, for a custom token request. */
export interface SignInChecks {
  /** PKCE code verifier. */
  code_verifier?: string | undefined;
  /** The state that was sent, already checked. */
  state?: string | undefined;
  /** The nonce that was sent. */
  nonce?: string | undefined;
}

/** Makes the token request in place of the library. */
export type TokenEndpointHandler = (context: {
  /** The callback's parameters, `code` among them. */
  params: Readonly<Record<string, string>>;
  checks: SignInChecks;
  provider: OAuthProvider & { callbackUrl: string };
}) => Awaitable<{ tokens: TokenSet }>;

/** The token endpoint (RFC 6749 section 3.2). */
export interface TokenEndpoint {
  /** The URL. Default: from the provider's metadata. */
  url?: string | undefined;
  /** Extra parameters. */
  params?: EndpointParams | undefined;
  /** HTTP method; with `GET`, the parameters are in the query. Default `POST`. */
  method?: "GET" | "POST" | undefined;
  /** Encoding of the parameters in the body. Default `form` (RFC 6749 section 4.1.3). */
  format?: "form" | "json" | undefined;
  /** Names by which the server calls standard members, in the request and in its answer. */
  names?: ParamNames | undefined;
  /** Parameters of the callback to repeat in the token request. */
  echo?: readonly string[] | undefined;
  /**
   * Path to the object with the tokens in the answer, `data.0` for example.
   * Default, and if nothing is there: the answer itself.
   */
  root?: string | undefined;
  /**
   * The server that answers for this user, if the callback names one of
   * several. An origin that is not listed is refused. A user belongs to that
   * server: another may give the same id to someone else.
   */
  server?:
    | { readonly param: string; readonly origins: readonly string[] }
    | undefined;
  /** Creates the client secret of each request, for a provider that expects a signed token (JWT) in its place. */
  clientSecret?: ((clientId: string) => Awaitable<string>) | undefined;
  /** Makes the request in place of the library. */
  request?: TokenEndpointHandler | undefined;
  /** Fixes a response that does not conform to the standard; return nothing to keep it unchanged. */
  conform?: ((response: Response) => Awaitable<Response | void>) | undefined;
  /** The key of `private_key_jwt` (RFC 7523 section 2.2). */
  clientPrivateKey?: ClientPrivateKey | undefined;
  /** Audience of the signed client authentication. Default `issuer`, so that it cannot be replayed elsewhere. */
  assertionAudience?: "issuer" | "token_endpoint" | undefined;
}

/** A private key, with its id if several are registered at the provider. */
export type ClientPrivateKey =
  | PrivateKey
  | { readonly key: PrivateKey; readonly kid?: string | undefined };

/**
 * A `CryptoKey` (Web Cryptography API section 13). The types of browsers, Deno
 * and Node list different `usages`, so a key of one does not have the type of
 * another.
 */
export type PrivateKey = Omit<CryptoKey, "usages"> & {
  readonly usages: readonly string[];
};

/** Makes the userinfo request in place of the library. */
export type UserinfoEndpointHandler = (context: {
  tokens: TokenSet;
  provider: OAuthProvider;
  /** The provider's fetch, with the library's limits on time, size and redirects. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
}) => Awaitable<Profile>;

/** The place of the access token in a userinfo request; `none`: only where the definition names it. */
export type AccessTokenPlace =
  | "none"
  | { readonly scheme: string }
  | { readonly header: string }
  | { readonly query: string }
  | { readonly form: string };

/**
 * The userinfo endpoint (OpenID Connect Core section 5.3), or a provider's
 * equivalent. Values of `params`, `headers`, `form` and `more` may contain
 * `{clientId}`, `{clientSecret}` and `{token.<member>}`, a member of the token
 * response.
 */
export interface UserinfoEndpoint {
  /** The URL. Default: from the provider's metadata. */
  url?: string | undefined;
  /**
   * Source of the profile. `id_token`: the ID token alone. `token`: the token
   * response without the tokens. `access_token`: the claims of an access token that is a JWT; its
   * signature is verified with the provider's keys. Default: the endpoint of a
   * plain OAuth provider; the ID token of an OpenID Connect provider, and the
   * endpoint for what the token lacks.
   */
  from?: "id_token" | "token" | "access_token" | undefined;
  /** HTTP method. Default `GET`, or `POST` with `form` or `json`. */
  method?: "GET" | "POST" | undefined;
  /** Query parameters. */
  params?: EndpointParams | undefined;
  /** Extra headers. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Form fields of the body. */
  form?: EndpointParams | undefined;
  /** JSON body, `{ query: "{ viewer { id } }" }` for GraphQL. */
  json?: Readonly<Record<string, unknown>> | undefined;
  /** How the access token is sent. Default: `Authorization: Bearer` (RFC 6750 section 2.1). */
  accessToken?: AccessTokenPlace | undefined;
  /**
   * Name of a query parameter that proves knowledge of the client secret, like
   * Meta's `appsecret_proof`: the HMAC-SHA-256 of the access token under the
   * secret, in hexadecimal digits. Default: none.
   */
  secretProof?: string | undefined;
  /** Path to the profile in the answer, `data.user` for example. Default: the answer itself. */
  root?: string | undefined;
  /**
   * Further URLs to read: each answer becomes the claim of that name, an image
   * as a `data:` URL. The claim is absent if the request fails. The path and
   * the query of a URL may contain `{profile.<claim>}`.
   */
  more?: Readonly<Record<string, string>> | undefined;
  /** Makes the request in place of the library. */
  request?: UserinfoEndpointHandler | undefined;
}
