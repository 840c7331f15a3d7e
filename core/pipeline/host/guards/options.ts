import type { Awaitable, Session } from "../../../model/model.ts";
import type { EndpointParams } from "../../../providers/oauth/endpoint_params.ts";
import type { Incoming } from "../../../request/request_head.ts";
import type { HostRequest } from "../host_request.ts";

/**
 * The roles that a session's user can have, if the type of the session names
 * them by `role` or `roles`; else any text.
 */
export type RoleOf<S> = S extends { user?: infer U }
  ? NonNullable<U> extends { role?: infer R; roles?: infer L } ? [
      Extract<R | (L extends readonly (infer E)[] ? E : never), string>,
    ] extends [infer Known] ? [Known] extends [never] ? string : Known & string
    : string
  : string
  : string;

/** Options of a guard. */
export interface RequireOptions<S = Session> {
  /**
   * The redirect target for browsers without a session. Default: the sign-in
   * page, which leads back here afterwards.
   */
  redirectTo?: string | undefined;
  /**
   * The required role, or several of which one is enough, in
   * `session.user.role` or `session.user.roles`. If the type of the session
   * names its roles, others are type errors.
   */
  role?: RoleOf<S> | readonly RoleOf<S>[] | undefined;
  /**
   * Returns whether this session may pass. If it throws, the request fails with
   * that error, as it does when the store is down: nobody passes.
   */
  when?: ((session: S) => Awaitable<boolean>) | undefined;
  /**
   * The limit in seconds on the time since the user proved who they are:
   * `auth_time` of the ID token (OpenID Connect Core section 2), or the time of a
   * password, a mail or a passkey. A user whose proof is older signs in again as
   * the same person, and comes back; programs get 401 (RFC 9470). A provider that
   * does not say when, as with plain OAuth, never proves this. A whole number of
   * at least 1.
   */
  maxAge?: number | undefined;
  /**
   * The required authentication context class (`acr` of the ID token), or
   * several of which one is enough. The user signs in again for it, as for
   * `maxAge`.
   */
  acr?: string | readonly string[] | undefined;
  /**
   * The required authentication methods (`amr` of the ID token, RFC 8176), all
   * of them. The user signs in again for them, as for `maxAge`.
   */
  amr?: string | readonly string[] | undefined;
  /**
   * Authorization parameters for the sign-in that a browser is sent to:
   * `prompt` or `ui_locales`, for example. They take precedence over the
   * provider's own, and no visitor can change them. They do not apply to an
   * existing session, nor to one that begins elsewhere: check those in `when`,
   * or by `maxAge`, `acr` and `amr`. At most 1000 bytes as JSON, and none that
   * protects the flow.
   */
  params?: EndpointParams | undefined;
  /**
   * Whether a browser without a session is first sent to the provider with
   * `prompt=none`, so that a user who is signed in there passes without a click
   * (OpenID Connect Core section 3.1.2.1). It is the provider with this id, or
   * for `true` the one that the visitor used last, else the only one for OpenID
   * Connect. After a refusal the guard answers as without this option, for an
   * hour. Default false.
   */
  silent?: boolean | string | undefined;
  /**
   * Whether requests that may change something (all but GET, HEAD and OPTIONS)
   * have to come from a page of this origin: the browser says so by
   * `Sec-Fetch-Site` or `Origin`, or the request carries the token of
   * `csrfToken`, in the field `csrfToken` or the header `X-CSRF-Token`. Others
   * get 403. Default false.
   */
  csrf?: boolean | undefined;
  /**
   * Whether a form that a browser posts here is kept while its sender has to
   * sign in again. Afterwards a page asks before it is sent, once. Forms of up
   * to 16 kB without files are kept for 10 minutes; for any other, a page says
   * that it was not sent. Put the guard in front of body parsers. Default false.
   */
  resume?: boolean | undefined;
}

/** A request that a guard decides about. */
export interface GuardedRequest extends HostRequest {
  /** Maps all of the request: one that has a session passes without it. */
  readonly whole: () => Incoming;
  /**
   * The fields of its form, parsed so that the application can still read them;
   * null if they are not known.
   */
  readonly fields: () => Awaitable<unknown>;
}
