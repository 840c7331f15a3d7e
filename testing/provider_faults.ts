/** The faults of the test provider: what can go wrong, as data. */

import type { Claims } from "./provider_types.ts";

/**
 * One fault of one endpoint:
 *
 * - `"ok"`: the right answer (a place holder in an array of faults)
 * - `{ delay }`: the right answer after so many milliseconds; aborting ends the
 *   wait
 * - `{ hang: true }`: never answers; aborting rejects with the signal's reason,
 *   unless `ignoreSignal` is true (a broken transport that does not even notice
 *   the abort)
 * - `{ status, body?, headers? }`: this answer; the endpoint does not run, a
 *   code stays unused
 * - `{ body, contentType? }`: the endpoint runs, then its body is replaced: by
 *   a text, by a stream (one that never closes is a provider that never
 *   finishes), or by what a function makes of the right JSON (a string that it
 *   gives is raw text, anything else is written as JSON)
 * - `{ contentType }`: the right body under a wrong content type
 * - `{ reset: true }`: the connection breaks (rejects with a `TypeError`, as
 *   `fetch` does)
 * - `{ redirect, status? }`: sends the caller elsewhere, by default with 302
 * - `{ error, description? }`: the OAuth error answer of this endpoint: a
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
 * The replacement of a body: text, a stream, or a function of the right JSON.
 * See {@link Fault}.
 */
export type FaultBody =
  | string
  | ReadableStream<Uint8Array>
  | ((json: Claims) => unknown);

/**
 * What is wrong with the next ID tokens.
 *
 * `sign`: `"foreign"` another key under the real `kid`; `"broken"` signature
 * bytes flipped; `"empty"` no signature; `"none"` the algorithm `none`;
 * `"hs256-public-key"` and `"hs256-client-secret"` an HMAC keyed with the PEM
 * of the public key or with the client secret.
 *
 * @example
 * ```ts
 * import type { IdTokenFault } from "@latchkey/auth/testing";
 *
 * const stale: IdTokenFault = { claims: (claims) => ({ ...claims, exp: 1 }) };
 * const forged: IdTokenFault = { sign: "foreign" };
 * const absent: IdTokenFault = { raw: null };
 * ```
 */
export interface IdTokenFault {
  /**
   * Bends the claims before signing. A string is signed as it is, for JSON such
   * as `{"exp":1e400}`.
   */
  claims?: ((claims: Claims) => Claims | string) | undefined;
  /**
   * Bends the protected header; may add `jwk`, `jku`, `x5c`. The key used for
   * signing stays.
   */
  header?: ((header: Claims) => Claims) | undefined;
  /** How the token is signed wrongly; absent = rightly. */
  sign?:
    | "foreign"
    | "broken"
    | "empty"
    | "none"
    | "hs256-public-key"
    | "hs256-client-secret"
    | undefined;
  /** The whole token instead; `null` leaves `id_token` out. */
  raw?: string | null | undefined;
}

/**
 * The switches of a {@link FaultProvider}. All are off (`undefined`) at first;
 * change them at any time, they count for the next request. An array gives one
 * fault per successive request and is used up by that; afterwards the endpoint
 * works.
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
  /** `/authorize`; `{ error: "access_denied" }` is a user who cancels. */
  authorize?: Fault | Fault[] | undefined;
  /** `/token`. */
  token?: Fault | Fault[] | undefined;
  /** `/userinfo`. */
  userinfo?: Fault | Fault[] | undefined;
  /** `/jwks`. */
  jwks?: Fault | Fault[] | undefined;
  /** `/par`, for pushed authorization requests. */
  par?: Fault | Fault[] | undefined;
  /** What is wrong with the next ID tokens. */
  idToken?: IdTokenFault | undefined;
  /**
   * Bends the authorization response (also an error): `state`, `iss`, `code`,
   * duplicates by `append`.
   */
  callback?: ((params: URLSearchParams) => void) | undefined;
  /**
   * Bends the right token response; a string that it gives is sent as it is.
   */
  tokenResponse?: ((json: Claims) => unknown) | undefined;
  /**
   * Replaces the signing key under a new `kid`: `"afterFirst"` once, when the
   * next sign-in after the first ID token begins; `"beforeSign"` right before
   * each ID token is signed. Named after the OpenID conformance modules
   * `signing-key-rotation` and `signing-key-rotation-just-before-signing`.
   */
  rotate?: "afterFirst" | "beforeSign" | undefined;
}

/** An OAuth error answer that an endpoint is asked to give. */
export interface OAuthError {
  readonly error: string;
  readonly description?: string | undefined;
}
