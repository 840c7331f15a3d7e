import type { Profile } from "../../model/model.ts";
import type {
  AuthorizationEndpoint,
  ClientPrivateKey,
  TokenEndpoint,
  UserinfoEndpoint,
} from "./endpoints.ts";
import type {
  ClientMetadata,
  EmailTrust,
  EndSessionEndpoint,
  OAuthProviderButtonStyles,
  RefreshBehavior,
  RevocationEndpoint,
  TokenFacts,
} from "./definition_facts.ts";
import type { AccountCallback, ProfileCallback } from "./profile_types.ts";
import type { CommonProviderOptions } from "../common_options.ts";
import { customFetch } from "../definition/symbols.ts";

export { customFetch };

/** Type of a provider's own `fetch`. */
export type CustomFetch = (
  input: string | URL | Request,
  init?: RequestInit,
) => Promise<Response>;

/** Options of both kinds of OAuth provider. */
export interface OAuthOptions<P extends object = Profile>
  extends Omit<CommonProviderOptions, "name"> {
  /** Label of the sign-in button. Default: the id. */
  name?: string | undefined;
  /** The issuer, exactly as in the provider's metadata. Default: `AUTH_<ID>_ISSUER`. */
  issuer?: string | undefined;
  /** URL of the metadata. Default: `/.well-known/openid-configuration` below the issuer. */
  wellKnown?: string | undefined;
  /**
   * Whether a user id is unique across all issuers (tenants) of this provider.
   * `true` keeps the issuer out of the key of a stored account, `false` puts it
   * in. Default: it is in the key if the issuer can differ between requests;
   * see docs/users.md.
   */
  uniqueSubject?: boolean | undefined;
  /**
   * The issuer of accounts that were stored without one, if the key of an
   * account contains the issuer. Default: the issuer in an account's stored ID
   * token; an account for which neither is known cannot sign in.
   */
  legacyIssuer?: string | undefined;
  /**
   * Reads the id under which accounts were stored before, for a provider whose
   * accounts are now stored under an id that never passes to another person.
   * An account that is found by it is stored under the new id.
   */
  formerId?: ((profile: P) => string | undefined) | undefined;
  /**
   * Whether an account that is found by its former id belongs to the person who
   * signs in. Default `false`: only if the same verified e-mail address is
   * stored with its user; others are refused.
   */
  acceptFormerIds?: boolean | undefined;
  /**
   * Whether the provider appends a fragment to the callback URL, as Facebook
   * does (`#_=_`): the application's page then gets an empty one in its place.
   * Default false.
   */
  appendsFragment?: boolean | undefined;
  /** URL of the provider's keys (JWKS). Default: from its metadata. */
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
  /** The application's client registration. */
  client?: ClientMetadata | undefined;
  /**
   * The options that URLs, parameters and headers of the definition contain as
   * `{name}`, each with its default; null: the application has to set it, as an
   * option or as `AUTH_<ID>_<NAME>`.
   */
  placeholders?: Readonly<Record<string, string | null>> | undefined;
  /** Parameters of the callback that become claims, unless the answer has them. They prove nothing; none can be `iss`, `sub`, `id`, `email`, `email_verified`. */
  callbackClaims?: readonly string[] | undefined;
  /** Whether the provider has verified the address that `profile` returns, for linking (`allowDangerousEmailAccountLinking`). Default `claim`. */
  emailTrust?: EmailTrust<P> | undefined;
  /**
   * Returns the tokens of a sign-in to store with the account, if there is an
   * adapter; undefined: no tokens. Default: `access_token`, `id_token`,
   * `refresh_token`, `expires_at`, `scope`, `token_type`, `session_state`.
   */
  account?: AccountCallback | undefined;
  /**
   * Whether an account that signs in here for the first time is linked to the
   * existing user with its e-mail address. `true`: unless this provider says
   * that the address is not verified. `"verified"`: if both sides have verified
   * it. Dangerous with a provider that lets users claim any address. Default
   * false.
   */
  allowDangerousEmailAccountLinking?: boolean | "verified" | undefined;
  /** Whether to push the authorization request first (RFC 9126). Default: if the provider's metadata requires it. */
  pushedAuthorizationRequests?: boolean | undefined;
  /**
   * Whether the authorization request is signed (JAR, RFC 9101): with this key,
   * or with `true` by that of `token.clientPrivateKey`. See docs/fapi.md.
   * Default false.
   */
  requestObject?: boolean | ClientPrivateKey | undefined;
  /** Whether the tokens are bound to a key of this application (DPoP, RFC 9449): see docs/tokens.md. Default false. */
  dpop?: boolean | undefined;
  /**
   * Authorization parameters that a sign-in request may set in its query,
   * unless the definition sets them. The parameters in a list of your own may
   * also override the definition. Even then `scope` can only get narrower and
   * `max_age` only shorter, and protocol parameters (`response_mode`, `claims`,
   * `request` and the like) are never accepted. Default: `scope`, `prompt`,
   * `login_hint`, `ui_locales`, `acr_values`, `max_age`, `display`,
   * `domain_hint`, `screen_hint`, `kc_idp_hint`.
   */
  allowedParams?: readonly string[] | undefined;
  /** The scopes that a form to `/auth/connect/<id>` may ask a signed-in user for, besides those of a sign-in. Default: none. */
  connectScopes?: readonly string[] | undefined;
  /** What separates the scopes of a request. Default: a space (RFC 6749 section 3.3). */
  scopeSeparator?: "," | undefined;
  /** The requirements for getting a refresh token. */
  refresh?: RefreshBehavior | undefined;
  /** How long the provider's tokens live, and whether they are replaced. */
  tokens?: TokenFacts | undefined;
  /** URL that revokes tokens (RFC 7009), or an object. Default: from the provider's metadata. */
  revocation?: string | RevocationEndpoint | undefined;
  /** Whether signing out here also signs out at the provider where the user signed in (OpenID Connect RP-Initiated Logout 1.0): see docs/logout.md. A sign-out form overrides it by its field `federated`, `true` or `false`. Default false. */
  logout?: boolean | undefined;
  /** URL that ends the session at the provider, or an object. Default: from its metadata. */
  endSession?: string | EndSessionEndpoint | undefined;
  /** Whether an OpenID provider may end its sessions by `POST /backchannel-logout/<id>` (OpenID Connect Back-Channel Logout 1.0); see docs/logout.md. Default: it may. */
  backchannelLogout?: boolean | undefined;
  /** The redirect proxy for this provider. Default: the option of the same name in the configuration. */
  redirectProxyUrl?: string | undefined;
  /** Appearance of the button. */
  style?: OAuthProviderButtonStyles | undefined;
  /** Used for every request to this provider. Default: the global `fetch`. */
  [customFetch]?: CustomFetch | undefined;
}

/**
 * A plain OAuth 2 provider (RFC 6749). The user comes from its userinfo
 * endpoint.
 */
export interface OAuth2Config<P extends object = Profile>
  extends OAuthOptions<P> {
  /** Type of the provider. */
  type: "oauth";
  /**
   * Maps the provider's claims to the user. Default: `sub` (or `id`), `name`
   * (or `nickname`, `preferred_username`), `email`, `picture`.
   */
  profile?: ProfileCallback<P> | undefined;
  /** The checks that protect the callback. `state` is always sent. Default `["pkce"]`. */
  checks?: readonly ("pkce" | "state" | "none")[] | undefined;
}

/**
 * An OpenID Connect provider. Endpoints and keys come from its metadata
 * (OpenID Connect Discovery 1.0).
 */
export interface OIDCConfig<P extends object = Profile>
  extends OAuthOptions<P> {
  /** Type of the provider. */
  type: "oidc";
  /**
   * Maps the provider's claims to the user. Default: `sub` (or `id`), `name`
   * (or `nickname`, `preferred_username`), `email`, `picture`. `"fapi2"` is not
   * a mapper but a switch: the provider is held to the FAPI 2.0 Security
   * Profile, see docs/fapi.md. With it, only a definition can have a mapper.
   */
  profile?: ProfileCallback<P> | "fapi2" | undefined;
  /** The checks that protect the callback. `state` is always sent. Default `["pkce"]`, and a nonce. */
  checks?: readonly ("pkce" | "state" | "nonce" | "none")[] | undefined;
  /**
   * Whether the claims come from the ID token. False: they are fetched from the
   * userinfo endpoint, but if the ID token has an address, `email` and
   * `email_verified` are still taken from it. Default true.
   */
  idToken?: boolean | undefined;
  /**
   * `HS256`: the provider signs ID tokens with the client secret, whatever its
   * metadata says (OpenID Connect Core section 10.1). Everyone who knows the
   * secret can make such a token, so it is for definitions of providers that
   * know no other way. Default: the provider's own keys only.
   */
  idTokenAlg?: "HS256" | undefined;
  /** Whether to send a nonce. False is for a provider that does not return it. Default true. */
  nonce?: boolean | undefined;
  /** Whether other sites, such as the provider's list of applications, may begin a sign-in at `/auth/initiate/<id>` (OpenID Connect Core section 4): see docs/silent.md. Default false. */
  initiate?: boolean | undefined;
  /** Returns the issuer that an ID token with these claims must name, if it is not the one in the metadata (providers with many tenants). The claims are not verified yet: use them to choose, not to trust. */
  issuerFrom?: ((claims: Profile) => string) | undefined;
}

/** An OAuth provider, as written in the configuration. */
// deno-lint-ignore no-explicit-any -- each provider has its own profile type
export type OAuthProvider = OAuth2Config<any> | OIDCConfig<any>;
