import type { Account, Awaitable, Profile, TokenSet, User } from "./model.ts";

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

/** What a provider's own `fetch` looks like. */
export type CustomFetch = (
  input: string | URL | Request,
  init?: RequestInit,
) => Promise<Response>;

/** Parameters of the authorization request (OpenID Connect Core section 3.1.2.1). */
export interface AuthorizationOptions {
  /**
   * Extra or changed parameters, `scope` for example (default
   * `openid profile email`). The ones that protect the flow (`client_id`,
   * `redirect_uri`, `response_type`, `state`, `nonce`, `code_challenge`) are
   * the library's.
   */
  params?: Readonly<Record<string, string>> | undefined;
}

/** How the application is registered at the provider (RFC 7591 section 2). */
export interface ClientMetadata {
  /** How the application proves itself; by default what the provider supports, basic first. */
  token_endpoint_auth_method?:
    | "client_secret_basic"
    | "client_secret_post"
    | "none"
    | undefined;
  /** The one signature algorithm of ID tokens; by default those in the provider's metadata. */
  id_token_signed_response_alg?: string | undefined;
}

/** How the button of a provider looks. */
export interface OAuthProviderButtonStyles {
  /** A CSS colour. */
  brandColor?: string | undefined;
  /** URL of a picture. */
  logo?: string | undefined;
  /** @deprecated use brandColor */
  bg?: string | undefined;
  /** @deprecated has no effect */
  text?: string | undefined;
}

/** What every provider has. */
export interface CommonProviderOptions {
  /** Part of the URLs and of environment names: letters, digits, `-` and `_`. */
  id: string;
  /** Label of the sign-in button. */
  name: string;
}

/**
 * An OpenID Connect provider. Endpoints and keys come from its metadata
 * (OpenID Connect Discovery 1.0).
 */
export interface OIDCConfig<P extends Profile = Profile>
  extends CommonProviderOptions {
  /** OpenID Connect. */
  type: "oidc";
  /** Issuer, exactly as in the provider's metadata. Default: `AUTH_<ID>_ISSUER`. */
  issuer?: string | undefined;
  /** Default: `AUTH_<ID>_ID`. */
  clientId?: string | undefined;
  /** Default: `AUTH_<ID>_SECRET`. */
  clientSecret?: string | undefined;
  /** The authorization request. */
  authorization?: AuthorizationOptions | undefined;
  /** How the application is registered. */
  client?: ClientMetadata | undefined;
  /**
   * Makes the user of the provider's claims. Default: `sub`, `name` (or
   * `nickname`, `preferred_username`), `email`, `picture`.
   */
  profile?: ((profile: P, tokens: TokenSet) => Awaitable<User>) | undefined;
  /** How the button looks. */
  style?: OAuthProviderButtonStyles | undefined;
  /** Used for every request to this provider. */
  [customFetch]?: CustomFetch | undefined;
}

/** A provider as it may stand in the configuration. */
// deno-lint-ignore no-explicit-any -- each provider has its own profile type
export type Provider = OIDCConfig<any>;
/** A provider, or a function that makes one. */
export type ProviderInput = Provider | ((options: never) => Provider);

/** What a browser needs to know to offer a provider. */
export interface AppProvider extends CommonProviderOptions {
  /** Type of the provider. */
  type: Provider["type"];
  /** Where to POST to start signing in. */
  signinUrl: string;
  /** The redirect URI to register at the provider. */
  callbackUrl: string;
}

/** A provider with every default filled in. */
export interface ResolvedProvider {
  readonly id: string;
  readonly name: string;
  readonly type: Provider["type"];
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly params: Readonly<Record<string, string>>;
  readonly client: ClientMetadata;
  readonly profile: (profile: Profile, tokens: TokenSet) => Awaitable<User>;
  readonly style: OAuthProviderButtonStyles;
  readonly fetch: CustomFetch;
}

/** What a method proved about a person. */
export interface Identity {
  readonly user: User;
  readonly account: Account;
  readonly profile: Profile;
  /** What makes the person unique, for the stable id where no users are stored. */
  readonly subject: readonly string[];
}

/** The user that the standard claims describe. */
export function toUser(profile: Profile): User {
  const name = profile.name ?? profile.nickname ?? profile.preferred_username;
  return {
    id: profile.sub ?? undefined,
    name: name ?? null,
    email: profile.email ?? null,
    image: typeof profile.picture === "string" ? profile.picture : null,
  };
}
