/** The options of the test provider and of its methods. */

import type { IdTokenFault } from "./provider_faults.ts";
import type { ProviderEndpoint, SigningAlgorithm } from "./provider_types.ts";

/** Options of `createFaultProvider`. */
export interface FaultProviderOptions {
  /**
   * The issuer identifier, with or without a path. Default: a new
   * `https://op-<hex>.example` each time, because relying parties cache
   * metadata and keys per issuer for the whole process.
   */
  issuer?: string | undefined;
  /** Default: random. */
  clientId?: string | undefined;
  /** Default: random. */
  clientSecret?: string | undefined;
  /**
   * The user who signs in. Default: Ada Lovelace, with a verified e-mail
   * address.
   */
  user?: TestUser | undefined;
  /** Default: `"RS256"`. */
  alg?: SigningAlgorithm | undefined;
  /**
   * The key id of the first key; `false` omits it in tokens and keys. Default:
   * random.
   */
  kid?: string | false | undefined;
  /**
   * The only client authentication that the token endpoint accepts. Default:
   * `"any"`.
   */
  clientAuth?: ClientAuthMethod | "any" | undefined;
  /** The public half of the client's key, for `private_key_jwt`. */
  clientPublicKey?: ClientPublicKey | undefined;
  /** Whether authorization requests have to be pushed. Default: false. */
  requirePushed?: boolean | undefined;
  /**
   * Absolute URLs of endpoints that are elsewhere. Default: below the issuer,
   * named after the endpoint.
   */
  endpoints?:
    | Readonly<Partial<Record<Exclude<ProviderEndpoint, "other">, string>>>
    | undefined;
  /**
   * Handles all other URLs, such as a provider's other APIs. Without a response
   * it is 404.
   */
  extra?:
    | ((
      request: Request,
    ) => Response | undefined | Promise<Response | undefined>)
    | undefined;
  /**
   * Whether the ID token contains the user's claims; if not, only userinfo
   * does. Default: true.
   */
  idTokenClaims?: boolean | undefined;
  /**
   * The end of a refresh token that was used. `"rotates"`: a new one replaces
   * it. `"revokes"`: likewise, and if the old one is used again, all refresh
   * tokens of that sign-in end (RFC 9700 section 4.14.2). `"stays"`: it can be
   * used again. Default: `"rotates"`.
   */
  refreshTokens?: "rotates" | "revokes" | "stays" | undefined;
  /**
   * The API that access tokens are for if nobody asks for another one. Default:
   * `"https://api.example.com"`.
   */
  audience?: string | undefined;
  /**
   * What the access tokens of the token endpoint are. Default: `"opaque"` for
   * users who sign in, `"jwt"` for the grants by which a client calls an API.
   */
  accessTokens?: "opaque" | "jwt" | undefined;
  /**
   * The URLs that may follow a sign-out (`post_logout_redirect_uri`), compared
   * exactly. Default: any.
   */
  postLogoutRedirectUris?: readonly string[] | undefined;
}

/** The user who signs in. Further claims are allowed and always returned. */
export interface TestUser {
  /** The subject identifier, unique at the provider. */
  sub: string;
  /** Returned for the scope `profile`. */
  name?: string | undefined;
  /** Returned for the scope `email`. */
  email?: string | undefined;
  /** Returned for the scope `email`. */
  email_verified?: boolean | undefined;
  /** Returned for the scope `profile`. */
  picture?: string | undefined;
  /** Any other claim. */
  [claim: string]: unknown;
}

/** The client authentication method at the token endpoint. */
export type ClientAuthMethod =
  | "client_secret_basic"
  | "client_secret_post"
  | "client_secret_jwt"
  | "private_key_jwt"
  | "none";

/**
 * A `CryptoKey` (Web Cryptography API section 13). The types of browsers, Deno
 * and Node list different `usages`, so a key of one does not have the type of
 * another.
 */
export type ClientPublicKey = Omit<CryptoKey, "usages"> & {
  readonly usages: readonly string[];
};

/** Options of `FaultProvider.rotateKeys`. */
export interface RotateOptions {
  /**
   * Keep the `kid`, so that only the signature shows the change. Default:
   * false.
   */
  sameKid?: boolean | undefined;
}

/** Options of `FaultProvider.createLogoutToken`. */
export interface LogoutTokenOptions {
  /**
   * The user whose sessions end; `null` leaves the claim out. Default: the
   * current user.
   */
  sub?: string | null | undefined;
  /** The only session that ends. Default: none, so all sessions of the user do. */
  sid?: string | undefined;
}

/**
 * What binds an access token to a key, by its claim `cnf` (RFC 7800). A key of
 * `createDpopKey` has a `jkt`, so it is a binding itself.
 */
export interface TokenBinding {
  /** The thumbprint of the key that makes DPoP proofs (RFC 9449 section 6). */
  readonly jkt?: string | undefined;
  /** The thumbprint of the client's certificate (RFC 8705 section 3.1). */
  readonly "x5t#S256"?: string | undefined;
}

/** Options of `FaultProvider.mintAccessToken`: the claims, and what is wrong. */
export interface AccessTokenOptions extends Omit<IdTokenFault, "raw"> {
  /** The claim `aud`; `null` leaves it out. Default: the provider's `audience`. */
  audience?: string | readonly string[] | null | undefined;
  /** The claim `scope`, separated by spaces. Default: none. */
  scope?: string | undefined;
  /** The claim `client_id`; `null` leaves it out. Default: the provider's client. */
  clientId?: string | null | undefined;
  /** The claim `sub`; `null` leaves it out. Default: the current user. */
  subject?: string | null | undefined;
  /** The seconds until `exp`; a token with 0 or less has expired. Default: 3600. */
  expiresIn?: number | undefined;
  /** The seconds until `nbf`. Default: the token has no such claim. */
  notBefore?: number | undefined;
  /**
   * Whether the token is a random text, which only introspection explains.
   * Default: false.
   */
  opaque?: boolean | undefined;
  /** The key that the token is bound to. Default: none, a bearer token. */
  bind?: TokenBinding | undefined;
}
