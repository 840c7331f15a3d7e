/** The state of a test provider. */

import type { FaultSwitches } from "./provider_faults.ts";
import { toEndpoints } from "./provider_http.ts";
import { createKeyRing, type KeyRing, randomHex } from "./provider_keys.ts";
import type {
  ClientPublicKey,
  FaultProviderOptions,
  TestUser,
} from "./provider_options.ts";
import type {
  Claims,
  RecordedRequest,
  ServedEndpoint,
  SigningAlgorithm,
} from "./provider_types.ts";

/** The result of one sign-in, which a code or token stands for. */
export interface Grant {
  readonly redirectUri: string;
  readonly scope: string;
  readonly user: TestUser;
  /** Seconds since the epoch. */
  readonly authTime: number;
  readonly nonce: string | undefined;
  readonly challenge: string | undefined;
  /** The thumbprint of the key that it is bound to (RFC 9449). */
  readonly jkt: string | undefined;
  /** The APIs that its access tokens are for (RFC 8707); empty: the default. */
  readonly resources: readonly string[];
  /** The `authorization_details` that were asked for (RFC 9396), as JSON. */
  readonly details: string | undefined;
}

/** A grant with its expiry in milliseconds. */
export interface Expiring {
  readonly grant: Grant;
  readonly expires: number;
}

/** An access token that is valid until its `exp`. */
export interface IssuedToken {
  readonly claims: Claims;
  /** The sign-in that it came from. */
  readonly grant: Grant | undefined;
}

/** A pushed authorization request with its expiry in milliseconds. */
export interface Pushed {
  readonly params: URLSearchParams;
  readonly expires: number;
}

/** The state of one provider. */
export interface ProviderState {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly alg: SigningAlgorithm;
  readonly clientAuth: NonNullable<FaultProviderOptions["clientAuth"]>;
  readonly clientPublicKey: ClientPublicKey | undefined;
  readonly requirePushed: boolean;
  readonly postLogoutRedirectUris: readonly string[] | undefined;
  readonly endpoints: Readonly<Record<ServedEndpoint, string>>;
  readonly extra: FaultProviderOptions["extra"];
  readonly idTokenClaims: boolean;
  readonly keys: KeyRing;
  readonly codes: Map<string, Expiring>;
  readonly audience: string;
  readonly accessTokenKind: FaultProviderOptions["accessTokens"];
  readonly accessTokens: Map<string, IssuedToken>;
  readonly refreshTokens: Map<string, Grant>;
  readonly refreshMode: NonNullable<FaultProviderOptions["refreshTokens"]>;
  /** Refresh tokens that were replaced. */
  readonly replaced: Map<string, Grant>;
  /** Pushed authorization requests by their `request_uri`. */
  readonly pushed: Map<string, Pushed>;
  /** Ids of client assertions and of proofs, each good for one use. */
  readonly assertions: Set<string>;
  /** The nonce of the last response. */
  latestNonce?: string;
  readonly requests: RecordedRequest[];
  user: TestUser;
  faults: FaultSwitches;
  /**
   * True if an ID token was signed and the rotation `afterFirst` has not
   * happened yet.
   */
  signedOnce: boolean;
}

const defaultUser: Readonly<TestUser> = {
  sub: "user-1",
  name: "Ada Lovelace",
  email: "ada@example.com",
  email_verified: true,
  picture: "https://pictures.example/ada.png",
};

/** Creates the state of a provider with these options. */
export async function createState(
  options: FaultProviderOptions,
): Promise<ProviderState> {
  const alg = options.alg ?? "RS256";
  const clientSecret = options.clientSecret ?? `secret-${randomHex(24)}`;
  const issuer = options.issuer ?? `https://op-${randomHex(6)}.example`;
  return {
    issuer,
    clientId: options.clientId ?? `client-${randomHex(6)}`,
    clientSecret,
    alg,
    clientAuth: options.clientAuth ?? "any",
    clientPublicKey: options.clientPublicKey,
    requirePushed: options.requirePushed ?? false,
    postLogoutRedirectUris: options.postLogoutRedirectUris,
    endpoints: { ...toEndpoints(issuer), ...options.endpoints },
    extra: options.extra,
    idTokenClaims: options.idTokenClaims ?? true,
    keys: await createKeyRing(alg, options.kid, clientSecret),
    codes: new Map(),
    audience: options.audience ?? "https://api.example.com",
    accessTokenKind: options.accessTokens,
    accessTokens: new Map(),
    refreshTokens: new Map(),
    refreshMode: options.refreshTokens ?? "rotates",
    replaced: new Map(),
    pushed: new Map(),
    assertions: new Set(),
    requests: [],
    user: { ...(options.user ?? defaultUser) },
    faults: {},
    signedOnce: false,
  };
}
