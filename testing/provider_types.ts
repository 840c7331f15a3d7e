/** The types of the test provider. */

import type {
  CustomFetch,
  OAuth2Config,
  OIDCConfig,
} from "../core/providers/oauth/oauth_config.ts";
import type { FaultSwitches } from "./provider_faults.ts";
import type {
  AccessTokenOptions,
  LogoutTokenOptions,
  RotateOptions,
  TestUser,
} from "./provider_options.ts";

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
  | "introspection"
  | "endSession"
  | "other";

/** An endpoint that the provider serves. */
export type ServedEndpoint = Exclude<ProviderEndpoint, "other">;

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
  /**
   * Makes an access token for an API, as in RFC 9068: a JWT of the type
   * `at+jwt`, signed with the current key, for the current user. Its options
   * say what is different or wrong, or make it an opaque token. The
   * introspection endpoint knows all of them but the forged.
   *
   * @example
   * ```ts
   * import { createFaultProvider } from "@latchkey/auth/testing";
   *
   * const op = await createFaultProvider();
   * const audience = "https://api.example.com/mcp";
   * const token = await op.mintAccessToken({ audience, scope: "files:read" });
   * const request = new Request(`${audience}/files`, {
   *   headers: { authorization: `Bearer ${token}` },
   * });
   * console.assert(request.headers.has("authorization"));
   *
   * const refused = [
   *   await op.mintAccessToken({ audience: "https://other.example" }),
   *   await op.mintAccessToken({ audience, expiresIn: -1 }),
   *   await op.mintAccessToken({ audience, sign: "foreign" }),
   *   await op.mintAccessToken({ audience, header: { typ: "JWT" } }),
   *   await op.mintAccessToken({ audience, claims: { sub: undefined } }),
   * ];
   * console.assert(!refused.includes(token));
   * ```
   */
  readonly mintAccessToken: (options?: AccessTokenOptions) => Promise<string>;
  /**
   * Ends an access token: the introspection endpoint and userinfo no longer know
   * it. The signature of a JWT stays right.
   */
  readonly revokeAccessToken: (token: string) => void;
  /** Turns all faults off. */
  readonly reset: () => void;
}
