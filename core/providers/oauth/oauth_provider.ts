import type { Profile } from "../../model/model.ts";
import type {
  AuthorizationEndpoint,
  TokenEndpoint,
  UserinfoEndpoint,
} from "./endpoints.ts";
import type { EndpointParams } from "./endpoint_params.ts";
import type {
  ClientMetadata,
  EmailTrust,
  OAuthProviderButtonStyles,
} from "./definition_facts.ts";
import type { CustomFetch, OAuthProvider } from "./oauth_config.ts";
import type { AccountCallback, ProfileMapper } from "./profile_types.ts";
import { fapi } from "../definition/symbols.ts";

/** An OAuth provider with every default filled in. */
export interface ResolvedOAuth {
  readonly id: string;
  readonly name: string;
  readonly type: OAuthProvider["type"];
  /** Empty for a plain OAuth provider that declares none. */
  readonly issuer: string;
  /** The issuer in the environment. */
  readonly ownIssuer: string | undefined;
  readonly wellKnown: string | null;
  readonly clientId: string;
  readonly clientSecret: string | null;
  readonly client: ClientMetadata;
  readonly authorization: AuthorizationEndpoint & { params: EndpointParams };
  readonly token: TokenEndpoint;
  readonly userinfo: UserinfoEndpoint;
  readonly callbackClaims: readonly string[];
  readonly emailTrust: EmailTrust;
  readonly jwksUri: string | null;
  readonly checks: {
    /** Whether nothing at all is checked. */
    readonly none: boolean;
    readonly pkce: boolean;
    readonly nonce: boolean;
  };
  readonly idToken: boolean;
  /** Whether the client secret is the key of ID tokens. */
  readonly idTokenSecret: boolean;
  readonly issuerFrom: ((claims: Profile) => string) | null;
  readonly formPost: boolean;
  readonly pushed: boolean;
  /** The definition's own list; null: the library's. */
  readonly allowedParams: readonly string[] | null;
  /** Null: the standard claims are mapped. See `findMapper`. */
  readonly profile: ProfileMapper | "fapi2" | null;
  /** Null: the usual token fields are stored. */
  readonly account: AccountCallback | null;
  readonly linksByAddress: boolean | "verified";
  readonly style: OAuthProviderButtonStyles;
  readonly redirectProxyUrl: string | null;
  readonly fetch: CustomFetch;
  /** The options of the application and of the environment, for the application's handlers. */
  readonly source: OAuthProvider;
}

/** Whether a provider is an OAuth or OpenID Connect provider. */
export function isOAuth(
  provider: { readonly type: string } | null,
): provider is ResolvedOAuth {
  return provider?.type === "oidc" || provider?.type === "oauth";
}

/** Whether a provider is held to the FAPI 2.0 Security Profile. */
export function isFapi({ profile, source }: ResolvedOAuth): boolean {
  return profile === "fapi2" || fapi in source;
}

/** Lists the providers that are held to that profile. */
export function listHeld(
  providers: Iterable<{ readonly type: string }>,
): readonly ResolvedOAuth[] {
  return [...providers].filter(isOAuth).filter(isFapi);
}

/** Whether the deployment at an origin is the redirect proxy of a provider. */
export function isProxyAt(
  origin: string | null,
  { redirectProxyUrl: url }: ResolvedOAuth,
): boolean {
  return url !== null && URL.canParse(url) && new URL(url).origin === origin;
}
