/**
 * The web-standard API of the library, for `Deno.serve`, Bun, Workers and every
 * framework that uses Request and Response.
 *
 * @module
 */

import {
  type AuthConfig,
  type ConfigSource,
  raw,
} from "../../config/config.ts";
import type { CookieAttributes } from "../../http/cookie_policy.ts";
import type { PasskeyChoice, PasskeyInfo } from "../../accounts/passkeys.ts";
import type { AccountChoice } from "../../accounts/unlink.ts";
import type { RequireOptions } from "./guard.ts";
import type { VerifyEmailOptions } from "./form_action.ts";
import { loadHostParts, loadPipeline } from "./load.ts";
import type { Session } from "../../model/model.ts";
import type { SessionInfo } from "../../session/rows/list.ts";
import { NO_STORE } from "../../http/headers.ts";
import type { Reply } from "../reply.ts";
import type { Body, Incoming } from "../../request/request_head.ts";
import { toContentType, toCookieHeaders, toResponse } from "../response.ts";
import { readCapped } from "../../http/stream.ts";
import {
  checkConfig,
  resolveConfig,
  type Revocation,
  type Visit,
  visitCsrfToken,
  visitSession,
  visitUpdate,
} from "./session_access.ts";

/**
 * A session, and the headers to add to the response (cookies that have to be
 * set).
 */
export interface SessionResult<S = Session> {
  /** The current session, or null. */
  readonly session: S | null;
  /** Headers to add to the response; empty if there are none. */
  readonly headers: Headers;
}

/** A form token, and the headers to add to the response. */
export interface CsrfTokenResult {
  /** Value of the `csrfToken` field. */
  readonly csrfToken: string;
  /** Headers to add to the response; empty if there are none. */
  readonly headers: Headers;
}

/** The functions that {@link createAuth} returns. */
export interface AuthInstance<S = Session> {
  /**
   * Answers requests to the auth routes.
   *
   * @param info the platform's second argument, passed to the option
   * `clientAddress`
   */
  handler(request: Request, info?: unknown): Promise<Response>;
  /**
   * Returns the session of a request, read once however often it is called.
   *
   * @throws AuthError if the configuration is wrong, the store fails, or a
   * callback threw; never because of what a client sent
   */
  session(request: Request): Promise<SessionResult<S>>;
  /**
   * Returns the session if it may pass, or else the response to send: browsers
   * are redirected to the sign-in page and back, programs get 401, and a
   * signed-in user that may not pass gets 403. A request under a host that is
   * not trusted gets 400, as at the auth routes.
   */
  require(
    request: Request,
    options?: RequireOptions<S>,
  ): Promise<SignedIn<S> | Response>;
  /**
   * Updates the session: `data` goes to the `jwt` callback with `trigger:
   * "update"`. Later reads of this request's session see the new one. With
   * `rotate` it gets a new id and the old one ends, as it should when a user's
   * rights change; if another request rotates or ends it at the same time,
   * there is no session, and no cookie changes.
   */
  updateSession(
    request: Request,
    data: unknown,
    options?: UpdateOptions,
  ): Promise<SessionResult<S>>;
  /**
   * Returns the `csrfToken` field for a form of your own that posts to an auth
   * route.
   */
  csrfToken(request: Request): Promise<CsrfTokenResult>;
  /**
   * Revokes one session (`{ session: id }`), all sessions of a user (`{ user:
   * id }`), or all sessions (`{ all: true }`); with `before` only those that
   * began before that moment. The ids are `sid` and `sub` of the session's
   * token, or, with the strategy `database`, those of {@link listSessions} and
   * of the user.
   *
   * @throws StoreError or AdapterError if it could not be done
   */
  revoke(what: Revocation): Promise<void>;
  /**
   * Lists the sessions of the current user, latest first; empty without a
   * session.
   *
   * @throws ConfigurationError without the strategy `database`, or if the
   * adapter lacks `listSessionsByUserId` or `hashedTokens`
   */
  listSessions(request: Request): Promise<SessionInfo[]>;
  /**
   * Unlinks a sign-in method of the current user, unless it is the last one.
   * The session gets a new id: add the headers to the response.
   *
   * @throws SignInRequired without a session, LastAccount, or InvalidRequest if
   * the user has no such account
   */
  unlinkAccount(
    request: Request,
    which: AccountChoice,
  ): Promise<{ readonly headers: Headers }>;
  /** Lists the passkeys of the current user; empty without a session. */
  listPasskeys(request: Request): Promise<PasskeyInfo[]>;
  /**
   * Removes a passkey of the current user, unless it is the last sign-in
   * method. The user must have signed in during the last ten minutes. The
   * session gets a new id: add the headers to the response.
   *
   * @throws SignInRequired without a session, and with the code `fresh` if the
   * sign-in is too long ago; LastAccount; or InvalidRequest if the user has no
   * such passkey
   */
  removePasskey(
    request: Request,
    which: PasskeyChoice,
  ): Promise<{ readonly headers: Headers }>;
  /**
   * Sends a mail to the current user's address. Its link verifies the address
   * if it is opened in this browser; the page at `url` takes its code. Redirect
   * there, and add the headers to the response. Call it for a form of this site
   * only: a request caused by another site is refused. The limits of `email`
   * apply.
   *
   * @param info the platform's second argument, passed to the option
   * `clientAddress`
   * @throws SignInRequired without a session, RateLimited, InvalidAddress
   * without an address, EmailSignInError if the mail was not sent,
   * CrossSiteRequest, or UnknownAction without an adapter and a provider of
   * type `email`
   */
  verifyEmail(
    request: Request,
    options?: VerifyEmailOptions,
    info?: unknown,
  ): Promise<VerifyEmailResult>;
}

/** The redirect for a browser that asked to verify an address. */
export interface VerifyEmailResult {
  /**
   * URL of the page that takes the code of the mail, or the target if the
   * address is already verified.
   */
  readonly url: string;
  /** Headers to add to the response. */
  readonly headers: Headers;
}

/** An existing session, and the headers to add to the response. */
export interface SignedIn<S = Session> {
  /** The current session. */
  readonly session: S;
  /** Headers to add to the response; empty if there are none. */
  readonly headers: Headers;
}

/** Options of an update of the session. */
export interface UpdateOptions {
  /** Whether the session gets a new id and the old one ends. Default false. */
  rotate?: boolean | undefined;
}

/**
 * The session type of a configuration: the return type of its `session`
 * callback.
 */
export type SessionOf<C> = C extends
  { callbacks: { session: (...args: never[]) => infer R } } ? Awaited<R>
  : C extends (...args: never[]) => infer R ? SessionOf<Awaited<R>>
  : Session;

/**
 * Sets up the library once.
 *
 * @throws ConfigurationError that lists every mistake in the configuration;
 * settings that may still come from the environment are checked at first use
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createAuth } from "@latchkey/auth";
 *
 * const auth = createAuth({
 *   secret: "a random text of at least 32 characters",
 *   providers: [],
 * });
 * // Deno.serve(auth.handler), or inside a handler of your own:
 * const request = new Request("http://localhost:8000/");
 * const { session } = await auth.session(request);
 * assert.equal(session, null);
 *
 * const visitor = await auth.require(request);
 * assert.ok(visitor instanceof Response && visitor.status === 401);
 * ```
 */
export function createAuth<const C extends ConfigSource<Request>>(
  config: C,
): AuthInstance<SessionOf<C>> {
  type S = SessionOf<C>;
  checkConfig(config);
  return {
    // `raw` does not apply here: the handler always returns a Response.
    handler: (request, info) =>
      answer(request, config, info) as Promise<Response>,
    session: async (request) =>
      toResult<S>(await visitSession(request, toIncoming(request), config)),
    require: async (request, options = {}) => {
      const { requireSession } = await loadHostParts();
      const incoming = toIncoming(request);
      const passage = await requireSession(request, incoming, config, options);
      if (passage.kind === "refused") return toResponse(passage.reply);
      const { session, cookies } = passage;
      return {
        session: session as S,
        headers: toHeaders({ value: null, cookies }),
      };
    },
    updateSession: async (request, data, { rotate = false } = {}) =>
      toResult<S>(
        await visitUpdate(request, toIncoming(request), config, {
          data,
          rotate,
        }),
      ),
    csrfToken: async (request) => {
      const visit = await visitCsrfToken(request, toIncoming(request), config);
      return { csrfToken: visit.value, headers: toHeaders(visit) };
    },
    revoke: async (what) => {
      const { revokeSessions } = await loadHostParts();
      await revokeSessions(config, what);
    },
    listSessions: async (request) => {
      const { listSessions } = await loadHostParts();
      return (await listSessions(request, toIncoming(request), config)).value;
    },
    unlinkAccount: async (request, which) => {
      const { unlinkAccount } = await loadHostParts();
      const incoming = toIncoming(request);
      const visit = await unlinkAccount(request, incoming, config, which);
      return { headers: toHeaders(visit) };
    },
    listPasskeys: async (request) => {
      const { listPasskeys } = await loadHostParts();
      return (await listPasskeys(request, toIncoming(request), config)).value;
    },
    removePasskey: async (request, which) => {
      const { removePasskey } = await loadHostParts();
      const incoming = toIncoming(request);
      const visit = await removePasskey(request, incoming, config, which);
      return { headers: toHeaders(visit) };
    },
    verifyEmail: async (request, options = {}, info) => {
      const { askToVerifyEmail } = await loadHostParts();
      const incoming = toIncoming(request, info);
      const visit = await askToVerifyEmail(request, incoming, config, options);
      return { url: visit.value, headers: toHeaders(visit) };
    },
  };
}

function toResult<S>(visit: Visit<Session | null>): SessionResult<S> {
  // This is the session callback's own type, which only the compiler knows.
  return { session: visit.value as S | null, headers: toHeaders(visit) };
}

/**
 * Answers one request to an auth route. It never rejects because of a client;
 * with the option {@link raw} it returns data, and throws errors instead of
 * showing them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { Auth } from "@latchkey/auth";
 *
 * const response = await Auth(
 *   new Request("http://localhost:8000/auth/session"),
 *   { secret: "a random text of at least 32 characters", providers: [] },
 * );
 * assert.equal(await response.json(), null);
 * ```
 */
export async function Auth(
  request: Request,
  config: AuthConfig & { raw: typeof raw },
): Promise<RawResponse>;
/** Answers one request to an auth route with a Response. */
export async function Auth(
  request: Request,
  config: ConfigSource<Request>,
): Promise<Response>;
export async function Auth(
  request: Request,
  source: ConfigSource<Request>,
): Promise<Response | RawResponse> {
  return await answer(request, source, undefined);
}

async function answer(
  request: Request,
  source: ConfigSource<Request>,
  info: unknown,
): Promise<Response | RawResponse> {
  let isRaw = false;
  const { handle } = await loadPipeline();
  const reply = await handle(toIncoming(request, info), async () => {
    const config = await resolveConfig(source, request);
    isRaw = config?.raw?.description === raw.description;
    return config;
  });
  return isRaw ? toRawResponse(reply) : toResponse(reply);
}

/** The answer as data, which `Auth()` returns with the option {@link raw}. */
export interface RawResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers by lower-case name, without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** The URL that the answer redirects to. */
  readonly redirect?: string | undefined;
  /** A value, HTML, or nothing. */
  readonly body?: unknown;
  /** Cookies to set. */
  readonly cookies: readonly RawCookie[];
}

/** A cookie to set. */
export interface RawCookie {
  /** Name. */
  readonly name: string;
  /** Value; needs no encoding. */
  readonly value: string;
  /** Attributes; without `maxAge` the cookie ends with the browser. */
  readonly options: CookieAttributes & { readonly maxAge?: number | undefined };
}

function toRawResponse(reply: Reply): RawResponse {
  const { location, ...headers } = Object.fromEntries(reply.headers);
  const { body } = reply;
  return {
    status: reply.status,
    headers: body === null
      ? headers
      : { ...headers, "content-type": toContentType(body) },
    redirect: location,
    body: toRawBody(body),
    cookies: reply.cookies.map(({ name, value, maxAge, attributes }) => ({
      name,
      value,
      options: maxAge === null ? attributes : { ...attributes, maxAge },
    })),
  };
}

function toRawBody(body: Reply["body"]): unknown {
  if (body === null) return undefined;
  if ("text" in body) return body.text;
  return "html" in body ? body.html : body.json;
}

function toHeaders({ cookies }: Visit<unknown>): Headers {
  const headers = toCookieHeaders(cookies);
  if (cookies.length > 0) {
    for (const [name, value] of NO_STORE) headers.set(name, value);
  }
  return headers;
}

function toIncoming(request: Request, info?: unknown): Incoming {
  return {
    method: request.method,
    ...readUrl(request.url),
    mount: null,
    header: (name) => request.headers.get(name),
    // A Request does not know the client's address.
    address: (ask) => ({ text: ask?.(request, info), isPeer: false }),
    headers: () => request.headers,
    body: (limit) => readBody(request, limit),
  };
}

/**
 * Parses a URL that may be invalid: Deno and Bun put an invalid Host header
 * into the URL, or leave the host out.
 */
function readUrl(text: string): Pick<Incoming, "origin" | "target"> {
  if (URL.canParse(text)) {
    const { origin, pathname, search } = new URL(text);
    return { origin: () => origin, target: pathname + search };
  }
  const [, target = "/"] = /^(?:[a-z]+:\/\/[^/?#]*)?(\/[^#]*)/i.exec(text) ??
    [];
  return { origin: () => null, target };
}

async function readBody(request: Request, limit: number): Promise<Body> {
  const bytes = await readCapped(request.body, limit);
  return bytes === null ? { kind: "too large" } : { kind: "bytes", bytes };
}
