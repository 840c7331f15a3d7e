/** The faults of the test provider, as data. */

import type { Claims, SigningAlgorithm } from "./provider_types.ts";

/**
 * One fault of one endpoint:
 *
 * - `"ok"`: the correct response (a placeholder in an array of faults)
 * - `{ delay }`: the correct response after that many milliseconds; aborting
 *   ends the wait
 * - `{ hang: true }`: never responds; aborting rejects with the signal's
 *   reason, unless `ignoreSignal` is true (a broken transport that ignores the
 *   abort)
 * - `{ status, body?, headers? }`: this response; the endpoint does not run,
 *   and a code stays unused
 * - `{ body, contentType? }`: the endpoint runs, then its body is replaced: by
 *   a text, by a stream (one that never closes is a provider that never
 *   finishes), or by the result of a function of the correct JSON (a string is
 *   raw text, anything else is written as JSON)
 * - `{ contentType }`: the correct body with a wrong content type
 * - `{ reset: true }`: the connection breaks (rejects with a `TypeError`, as
 *   `fetch` does)
 * - `{ redirect, status? }`: redirects the caller, by default with 302
 * - `{ error, description? }`: the OAuth error response of this endpoint: a
 *   redirect back from `authorize`, JSON with 400 elsewhere (401 for `userinfo`
 *   and for `invalid_client`)
 *
 * @example
 * ```ts
 * import type { Fault } from "@latchkey/auth/testing";
 *
 * const busy: Fault = { status: 503, headers: { "retry-after": "1" } };
 * const faults: Fault[] = [{ reset: true }, busy, "ok"];
 * ```
 */
export type Fault =
  | "ok"
  | { readonly delay: number }
  | { readonly hang: true; readonly ignoreSignal?: boolean | undefined }
  | {
    readonly status: number;
    readonly body?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  }
  | { readonly body: FaultBody; readonly contentType?: string | undefined }
  | { readonly contentType: string }
  | { readonly reset: true }
  | { readonly redirect: string; readonly status?: number | undefined }
  | { readonly error: string; readonly description?: string | undefined };

/**
 * The replacement of a body: text, a stream, or a function of the correct JSON.
 * See {@link Fault}.
 */
export type FaultBody =
  | string
  | ReadableStream<Uint8Array>
  | ((json: Claims) => unknown);

/**
 * The faults of the next ID tokens, access tokens, logout tokens, or signed
 * authorization responses.
 *
 * Values of `sign`: `"foreign"` another key under the real `kid`; `"broken"`
 * signature bytes flipped; `"zero"` all of them zero; `"empty"` no
 * signature; `"none"` the algorithm `none`; `"hs256-public-key"` and `"hs256-client-secret"` an HMAC keyed with
 * the PEM of the public key or with the client secret.
 *
 * @example
 * ```ts
 * import type { IdTokenFault } from "@latchkey/auth/testing";
 *
 * const stale: IdTokenFault = { claims: { exp: 1 } };
 * const forged: IdTokenFault = { sign: "foreign" };
 * const absent: IdTokenFault = { raw: null };
 * ```
 */
export interface IdTokenFault {
  /**
   * Changes the claims before signing: further claims, of which `undefined`
   * drops one, or a function of all claims. A string from it is signed as it
   * is, for JSON such as `{"exp":1e400}`.
   */
  claims?: Claims | ((claims: Claims) => Claims | string) | undefined;
  /**
   * Changes the protected header in the same way; may add `jwk`, `jku`, `x5c`.
   * The key used for signing stays.
   */
  header?: Claims | ((header: Claims) => Claims) | undefined;
  /**
   * Signs with another algorithm, and a key of it that is published from then
   * on. The metadata keeps naming the provider's own only.
   */
  alg?: SigningAlgorithm | undefined;
  /** The way in which the signature is wrong; absent for a correct one. */
  sign?:
    | "foreign"
    | "broken"
    | "zero"
    | "empty"
    | "none"
    | "hs256-public-key"
    | "hs256-client-secret"
    | undefined;
  /** Replaces the whole token; `null` omits it, and empties a logout token. */
  raw?: string | null | undefined;
}

/**
 * The switches of a {@link FaultProvider}. All are off (`undefined`) at first;
 * change them at any time, they apply to the next request. An array gives one
 * fault per successive request and is used up; afterwards the endpoint works.
 *
 * @example
 * ```ts
 * import { createFaultProvider } from "@latchkey/auth/testing";
 *
 * const op = await createFaultProvider();
 * op.faults.authorize = { error: "access_denied" };
 * op.faults.token = [{ status: 503 }, "ok"];
 * op.faults.callback = (params) => params.set("state", "of somebody else");
 * op.reset();
 * ```
 */
export interface FaultSwitches {
  /** `/.well-known/openid-configuration`. */
  discovery?: Fault | Fault[] | undefined;
  /**
   * `/authorize`; `{ error: "access_denied" }` simulates a user who cancels.
   */
  authorize?: Fault | Fault[] | undefined;
  /**
   * The error by which `/authorize` declines requests with `prompt=none`, as for
   * a user who is not signed in (OpenID Connect Core section 3.1.2.6):
   * `"login_required"`, for example. Other requests succeed.
   */
  silent?: string | undefined;
  /** `/token`. */
  token?: Fault | Fault[] | undefined;
  /** `/userinfo`. */
  userinfo?: Fault | Fault[] | undefined;
  /** `/jwks`. */
  jwks?: Fault | Fault[] | undefined;
  /** `/par`, for pushed authorization requests. */
  par?: Fault | Fault[] | undefined;
  /** `/introspection`, where APIs ask what an access token stands for. */
  introspection?: Fault | Fault[] | undefined;
  /** `/end-session`, where applications send users who sign out. */
  endSession?: Fault | Fault[] | undefined;
  /** The faults of the next ID tokens. */
  idToken?: IdTokenFault | undefined;
  /**
   * The faults of the next access tokens of the token endpoint. Those of
   * `mintAccessToken` have their own.
   */
  accessToken?: IdTokenFault | undefined;
  /** The faults of the next logout tokens. */
  logoutToken?: IdTokenFault | undefined;
  /** The faults of the next signed authorization responses (JARM). */
  response?: IdTokenFault | undefined;
  /**
   * Changes the authorization response (errors too): `state`, `iss`, `code`,
   * duplicates by `append`.
   */
  callback?: ((params: URLSearchParams) => void) | undefined;
  /** Changes the parameters of the redirect that follows a sign-out: `state`. */
  signedOut?: ((params: URLSearchParams) => void) | undefined;
  /** Changes the correct token response; a returned string is sent as it is. */
  tokenResponse?: ((json: Claims) => unknown) | undefined;
  /**
   * Replaces the signing key under a new `kid`: `"afterFirst"` once, when the
   * next sign-in after the first ID token begins; `"beforeSign"` right before
   * each ID token is signed. The values follow the OpenID conformance modules
   * `signing-key-rotation` and `signing-key-rotation-just-before-signing`.
   */
  rotate?: "afterFirst" | "beforeSign" | undefined;
  /**
   * The nonce that DPoP proofs need (RFC 9449 section 8): `"required"` one for
   * all proofs, `"fresh"` that of the last response, `"endless"` always another
   * one. Default: none.
   */
  dpopNonce?: "required" | "fresh" | "endless" | undefined;
}

/** An OAuth error response that an endpoint has to return. */
export interface OAuthError {
  readonly error: string;
  readonly description?: string | undefined;
}
