/** The types of the test provider. */

import type {
  CustomFetch,
  OAuth2Config,
  OIDCConfig,
} from "../core/providers/oauth/oauth_config.ts";
import type { FaultSwitches } from "./provider_faults.ts";

/**
 * A `CryptoKey` (Web Cryptography API section 13). The types of browsers, Deno
 * and Node list different `usages`, so a key of one does not have the type of
 * another.
 */
export type ClientPublicKey = Omit<CryptoKey, "usages"> & {
  readonly usages: readonly string[];
};

/** A JSON object: claims, a JWT header, a key, a metadata document. */
export type Claims = Record<string, unknown>;

/** The algorithm that signs the test provider's ID tokens. */
export type SigningAlgorithm = "RS256" | "ES256" | "PS256" | "EdDSA";

/**
 * The endpoints of the test provider; `"other"` is any URL that it does not
 * serve.
 */
export type ProviderEndpoint =
  | "discovery"
  | "authorize"
  | "token"
  | "userinfo"
  | "jwks"
  | "par"
  | "endSession"
  | "other";

/** The client authentication method at the token endpoint. */
export type ClientAuthMethod =
  | "client_secret_basic"
  | "client_secret_post"
  | "client_secret_jwt"
  | "private_key_jwt"
  | "none";

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
   * The URLs that may follow a sign-out (`post_logout_redirect_uri`), compared
   * exactly. Default: any.
   */
  postLogoutRedirectUris?: readonly string[] | undefined;
}

/** A request that the provider received, logged before any fault. */
export interface RecordedRequest {
  /** The requested endpoint. */
  readonly endpoint: ProviderEndpoint;
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The form fields of the body; `null` if the body is not a form. */
  readonly form: URLSearchParams | null;
}

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
 * An in-process OpenID provider with fault switches. See `createFaultProvider`.
 */
export interface FaultProvider {
  /** The issuer identifier. */
  readonly issuer: string;
  /** The issuer's origin: the key for the sites of `createBrowser`. */
  readonly origin: string;
  /** The only registered client. */
  readonly clientId: string;
  /** The secret of that client. */
  readonly clientSecret: string;
  /** The user who signs in next; change or replace it at any time. */
  user: TestUser;
  /** The switches; change or replace them at any time. */
  faults: FaultSwitches;
  /**
   * The public half of the key that `sign: "foreign"` signs with, for a forged
   * `jwk` header.
   */
  readonly foreignJwk: Claims;
  /** Every request so far, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Handles one request; for `createBrowser` or any server. */
  readonly handler: (request: Request) => Promise<Response>;
  /**
   * Like the global `fetch`, but every URL ends here; respects `signal` and
   * `redirect`.
   */
  readonly fetch: CustomFetch;
  /**
   * The provider entry for an auth configuration, including this provider's
   * `fetch`.
   */
  readonly provider: (overrides?: Partial<OIDCConfig>) => OIDCConfig;
  /**
   * The same as a plain OAuth 2 provider, with its endpoints and without an
   * issuer. A sign-in without the scope `openid` is plain OAuth 2: there is no
   * ID token, and userinfo returns all claims, with `id` in place of `sub`.
   */
  readonly plainProvider: (overrides?: Partial<OAuth2Config>) => OAuth2Config;
  /** The number of requests to an endpoint since the last `clearRequests()`. */
  readonly count: (endpoint: ProviderEndpoint) => number;
  /** Clears the logged requests. */
  readonly clearRequests: () => void;
  /** Replaces the signing key, and stops publishing the old one. */
  readonly rotateKeys: (options?: RotateOptions) => Promise<void>;
  /**
   * Publishes that many more keys that fit the algorithm, before the real one.
   */
  readonly extraKeys: (count: number) => Promise<void>;
  /**
   * Creates a logout token (OpenID Connect Back-Channel Logout 1.0), valid for
   * two minutes, for the field `logout_token` of a form to
   * `/auth/backchannel-logout/<id>`. ID tokens have a `sid` if `user` has one.
   *
   * @example
   * ```ts
   * import { createFaultProvider } from "@latchkey/auth/testing";
   *
   * const op = await createFaultProvider();
   * op.user.sid = "session-1";
   * const body = new URLSearchParams({
   *   logout_token: await op.createLogoutToken({ sid: "session-1" }),
   * });
   * const url = "https://app.example/auth/backchannel-logout/op";
   * const request = new Request(url, { method: "POST", body });
   * console.assert(request.headers.has("content-type"));
   * ```
   */
  readonly createLogoutToken: (
    options?: LogoutTokenOptions,
  ) => Promise<string>;
  /** Turns all faults off. */
  readonly reset: () => void;
}
