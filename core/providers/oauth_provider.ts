import type { Awaitable, Profile, TokenSet, User } from "../model/model.ts";
import type { CommonProviderOptions } from "./provider.ts";

/**
 * Key of a provider's own `fetch`: used for every request to that provider, for
 * example through a proxy, with extra headers, or to a mock in tests. Redirects,
 * time and size stay limited by the library.
 *
 * @example
 * ```ts
 * import { customFetch, type AuthConfig } from "@latchkey/auth";
 *
 * const config: AuthConfig = {
 *   providers: [{
 *     id: "work",
 *     name: "Work",
 *     type: "oidc",
 *     issuer: "https://login.example.com",
 *     [customFetch]: (input, init) => fetch(input, init),
 *   }],
 * };
 * ```
 */
export const customFetch: unique symbol = Symbol("custom-fetch");

/**
 * Key of the issuers, and metadata URLs, that the definition of a provider or
 * the environment fixes: not even a configuration that is a function makes them
 * differ between requests. By name, so that two copies of the library agree.
 */
export const fixedPlaces: unique symbol = Symbol.for("latchkey.places");

/** A provider that carries them. */
export interface Placed {
  readonly [fixedPlaces]?: readonly string[] | undefined;
}

/** What a provider's own `fetch` looks like. */
export type CustomFetch = (
  input: string | URL | Request,
  init?: RequestInit,
) => Promise<Response>;

/** Parameters of a request to a provider. Values are written as text; objects as JSON (`claims`). */
export type EndpointParams = Readonly<Record<string, unknown>>;

/** The authorization endpoint (RFC 6749 section 3.1, OpenID Connect Core section 3.1.2.1). */
export interface AuthorizationEndpoint {
  /** The URL. Default: from the provider's metadata. */
  url?: string | undefined;
  /**
   * Extra or changed parameters, `scope` for example (default for `oidc`:
   * `openid profile email`; `openid` is added where it is missing). The ones that protect the flow (`client_id`,
   * `redirect_uri`, `response_type`, `state`, `nonce`, `code_challenge`) are
   * the library's.
   */
  params?: EndpointParams | undefined;
  /** Makes the URL itself; `params` holds everything that the library would have sent. */
  request?:
    | ((context: {
      provider: OAuthProvider;
      params: URLSearchParams;
    }) => Awaitable<string | URL>)
    | undefined;
}

/** What protected this sign-in, for a token request of the host's own. */
export interface SignInChecks {
  /** PKCE code verifier. */
  code_verifier?: string | undefined;
  /** The state that was sent and has been checked. */
  state?: string | undefined;
  /** The nonce that was sent. */
  nonce?: string | undefined;
}

/** Makes the token request itself. */
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
  /** Makes the request itself. */
  request?: TokenEndpointHandler | undefined;
  /** Mends an answer that does not conform; nothing leaves it as it is. */
  conform?: ((response: Response) => Awaitable<Response | void>) | undefined;
  /** The key of `private_key_jwt` (RFC 7523 section 2.2). */
  clientPrivateKey?: ClientPrivateKey | undefined;
}

/** A private key, and its id if the provider knows several. */
export type ClientPrivateKey =
  | CryptoKey
  | { readonly key: CryptoKey; readonly kid?: string | undefined };

/** Makes the userinfo request itself. */
export type UserinfoEndpointHandler = (context: {
  tokens: TokenSet;
  provider: OAuthProvider;
  /** The provider's fetch, with the library's limits on time, size and redirects. */
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
}) => Awaitable<Profile>;

/** The userinfo endpoint (OpenID Connect Core section 5.3), or what a provider has in its place. */
export interface UserinfoEndpoint {
  /** The URL. Default: from the provider's metadata. */
  url?: string | undefined;
  /** Query parameters. */
  params?: EndpointParams | undefined;
  /** Extra headers. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Makes the request itself. */
  request?: UserinfoEndpointHandler | undefined;
}

/** How the application is registered at the provider (RFC 7591 section 2). */
export interface ClientMetadata {
  /** How the application proves itself. Default: what the provider supports, basic first. */
  token_endpoint_auth_method?:
    | "client_secret_basic"
    | "client_secret_post"
    | "client_secret_jwt"
    | "private_key_jwt"
    | "none"
    | undefined;
  /** The one signature algorithm of ID tokens. Default: those in the provider's metadata. */
  id_token_signed_response_alg?: string | undefined;
}

/** How the button of a provider looks. */
export interface OAuthProviderButtonStyles {
  /** A CSS colour, which tints the button on the built-in pages. */
  brandColor?: string | undefined;
  /** A picture on the button: a path, or an https URL that the page may load. */
  logo?: string | undefined;
  /** @deprecated use brandColor */
  bg?: string | undefined;
  /** @deprecated has no effect */
  text?: string | undefined;
}

/** The endpoints that a definition may name. */
export type OAuthEndpointType = "authorization" | "token" | "userinfo";

/** Makes of a sign-in's tokens what of them belongs to the stored account; nothing: none. */
export type AccountCallback = (
  tokens: TokenSet,
) => TokenSet | undefined | void;

/** Makes the user of a provider's claims. */
export type ProfileCallback<P extends Profile = Profile> = (
  profile: P,
  tokens: TokenSet,
) => Awaitable<User>;

/** The two kinds of OAuth provider have these options in common. */
export interface OAuthOptions<P extends Profile = Profile>
  extends Omit<CommonProviderOptions, "name"> {
  /** Label of the sign-in button. Default: the id. */
  name?: string | undefined;
  /** Issuer, exactly as in the provider's metadata. Default: `AUTH_<ID>_ISSUER`. */
  issuer?: string | undefined;
  /** URL of the metadata. Default: `/.well-known/openid-configuration` below the issuer. */
  wellKnown?: string | undefined;
  /**
   * Whether this provider gives an id to one person only, whichever of its
   * issuers (tenants) they come from. `true` keeps the issuer out of the key of
   * a stored account, `false` puts it in. Default: it is in the key where the
   * issuer can differ between requests; see docs/users.md.
   */
  uniqueSubject?: boolean | undefined;
  /**
   * The issuer of the accounts that were stored without one, where the key of
   * an account names the issuer. Default: the one that an account's stored ID
   * token names; nobody signs in with an account for which neither says it.
   */
  legacyIssuer?: string | undefined;
  /** URL of the provider's keys. Default: from its metadata. */
  jwks_endpoint?: string | undefined;
  /** The authorization endpoint: its URL, or an object. Default: from the provider's metadata. */
  authorization?: string | AuthorizationEndpoint | undefined;
  /** The token endpoint: its URL, or an object. Default: from the provider's metadata. */
  token?: string | TokenEndpoint | undefined;
  /** The userinfo endpoint: its URL, or an object. Default: from the provider's metadata. */
  userinfo?: string | UserinfoEndpoint | undefined;
  /** The client id that the provider gave the application. Default: `AUTH_<ID>_ID`. */
  clientId?: string | undefined;
  /** The client secret, if there is one. Default: `AUTH_<ID>_SECRET`. */
  clientSecret?: string | undefined;
  /** How the application is registered. */
  client?: ClientMetadata | undefined;
  /**
   * Makes the user of the provider's claims. Default: `sub` (or `id`), `name`
   * (or `nickname`, `preferred_username`), `email`, `picture`.
   */
  profile?: ProfileCallback<P> | undefined;
  /**
   * Makes of a sign-in's tokens what of them is stored with the account, with
   * an adapter; nothing: no tokens. Default: `access_token`, `id_token`,
   * `refresh_token`, `expires_at`, `scope`, `token_type`, `session_state`.
   */
  account?: AccountCallback | undefined;
  /**
   * Whether somebody who signs in here for the first time becomes the user that
   * has their e-mail address already. `true`: unless this provider says that the
   * address is not verified. `"verified"`: if both sides have verified it.
   * Dangerous with a provider that lets people claim any address. Default false.
   */
  allowDangerousEmailAccountLinking?: boolean | "verified" | undefined;
  /**
   * Push the authorization request to the provider first (RFC 9126). Default:
   * where the provider's metadata requires it.
   */
  pushedAuthorizationRequests?: boolean | undefined;
  /**
   * Authorization parameters that a sign-in request may bring along in its
   * query, unless the definition sets them. A list of your own names those that
   * may replace what the definition sets, too. Even then `scope` only gets
   * narrower and `max_age` only shorter, and parameters of the protocol
   * (`response_mode`, `claims`, `request` and the like) are never taken.
   * Default: `scope`, `prompt`, `login_hint`, `ui_locales`, `acr_values`,
   * `max_age`, `display`, `domain_hint`, `screen_hint`, `kc_idp_hint`.
   */
  allowedParams?: readonly string[] | undefined;
  /** The redirect proxy for this provider. Default: the option of the same name in the configuration. */
  redirectProxyUrl?: string | undefined;
  /** How the button looks. */
  style?: OAuthProviderButtonStyles | undefined;
  /** Used for every request to this provider. Default: the global `fetch`. */
  [customFetch]?: CustomFetch | undefined;
}

/**
 * A plain OAuth 2 provider (RFC 6749): who the person is comes from its userinfo
 * endpoint.
 */
export interface OAuth2Config<P extends Profile = Profile>
  extends OAuthOptions<P> {
  /** OAuth 2. */
  type: "oauth";
  /** What protects the callback. `state` is always sent. Default `["pkce"]`. */
  checks?: readonly ("pkce" | "state" | "none")[] | undefined;
}

/**
 * An OpenID Connect provider. Endpoints and keys come from its metadata
 * (OpenID Connect Discovery 1.0).
 */
export interface OIDCConfig<P extends Profile = Profile>
  extends OAuthOptions<P> {
  /** OpenID Connect. */
  type: "oidc";
  /** What protects the callback. `state` is always sent. Default `["pkce"]`, and a nonce. */
  checks?: readonly ("pkce" | "state" | "nonce" | "none")[] | undefined;
  /**
   * False: the claims are fetched from the userinfo endpoint, although there is
   * an ID token. Where that names an address, `email` and `email_verified` stay
   * the ID token's. Default true.
   */
  idToken?: boolean | undefined;
  /** False: no nonce, for a provider that does not return it. Default true. */
  nonce?: boolean | undefined;
  /**
   * The issuer that an ID token with these claims must name, where it is not
   * the one of the metadata (providers with many tenants). The claims are not
   * verified yet: use them to choose, not to trust.
   */
  issuerFrom?: ((claims: Profile) => string) | undefined;
}

/** An OAuth provider as it may stand in the configuration. */
// deno-lint-ignore no-explicit-any -- each provider has its own profile type
export type OAuthProvider = OAuth2Config<any> | OIDCConfig<any>;

/** An OAuth provider with every default filled in. */
export interface ResolvedOAuth {
  readonly id: string;
  readonly name: string;
  readonly type: OAuthProvider["type"];
  /** Empty for a plain OAuth provider that declares none. */
  readonly issuer: string;
  /** The issuer that the environment names. */
  readonly ownIssuer: string | undefined;
  readonly wellKnown: string | null;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly client: ClientMetadata;
  readonly authorization: AuthorizationEndpoint & { params: EndpointParams };
  readonly token: TokenEndpoint;
  readonly userinfo: UserinfoEndpoint;
  readonly jwksUri: string | null;
  readonly checks: {
    /** Nothing at all is checked. */
    readonly none: boolean;
    readonly pkce: boolean;
    readonly nonce: boolean;
  };
  readonly idToken: boolean;
  readonly issuerFrom: ((claims: Profile) => string) | null;
  readonly formPost: boolean;
  readonly pushed: boolean;
  /** The definition's own list; null: the library's. */
  readonly allowedParams: readonly string[] | null;
  readonly profile: ProfileCallback;
  /** Null: the usual token fields are stored. */
  readonly account: AccountCallback | null;
  readonly linksByAddress: boolean | "verified";
  readonly style: OAuthProviderButtonStyles;
  readonly redirectProxyUrl: string | null;
  readonly fetch: CustomFetch;
  /** What the host wrote, and the environment's part of it, for its own handlers. */
  readonly source: OAuthProvider;
}

/** Whether a provider is one that people are sent to. */
export function isOAuth(
  provider: { readonly type: string } | null,
): provider is ResolvedOAuth {
  return provider?.type === "oidc" || provider?.type === "oauth";
}

/** The user that the standard claims describe. */
export function toUser(profile: Profile): User {
  const id: unknown = profile.sub ?? profile.id;
  const name = profile.name ?? profile.nickname ?? profile.preferred_username;
  const user = {
    // A numeric id is made a text by the caller, who also knows what is too big.
    id: id as string | undefined,
    name: name ?? null,
    email: profile.email ?? null,
    image: typeof profile.picture === "string" ? profile.picture : null,
  };
  // What a host's own declarations add comes from its profile callback.
  return user as User;
}

/** Whether the deployment at an origin is the redirect proxy of a provider. */
export function isProxyAt(
  origin: string | null,
  { redirectProxyUrl: url }: ResolvedOAuth,
): boolean {
  return url !== null && URL.canParse(url) && new URL(url).origin === origin;
}
