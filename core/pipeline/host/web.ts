/**
 * The web-standard form of the library, for `Deno.serve`, Bun, Workers and every
 * framework that speaks Request and Response.
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

/** A session, and the headers to add to the answer (cookies that are due). */
export interface SessionResult<S = Session> {
  /** Who is signed in, or null. */
  readonly session: S | null;
  /** To add to the answer; empty when nothing is due. */
  readonly headers: Headers;
}

/** A form token, and the headers to add to the answer. */
export interface CsrfTokenResult {
  /** Value of the `csrfToken` field. */
  readonly csrfToken: string;
  /** To add to the answer; empty when nothing is due. */
  readonly headers: Headers;
}

/** What {@link createAuth} gives. */
export interface AuthInstance<S = Session> {
  /**
   * Answers requests to the auth routes.
   *
   * @param info what the platform says besides, for the option `clientAddress`
   */
  handler(request: Request, info?: unknown): Promise<Response>;
  /**
   * The session of a request. Read once however often it is asked for.
   *
   * @throws AuthError if the configuration is wrong, the store is out of order,
   * or a callback threw; never because of what a client sent
   */
  session(request: Request): Promise<SessionResult<S>>;
  /**
   * The session of somebody who may pass, or the answer for everybody else:
   * browsers are sent to sign in and back, programs get 401, and who is signed
   * in but may not pass gets 403. A request under a host that is not trusted
   * gets 400, as at the auth routes.
   */
  require(
    request: Request,
    options?: RequireOptions<S>,
  ): Promise<SignedIn<S> | Response>;
  /**
   * Changes the session: `data` goes to the `jwt` callback with
   * `trigger: "update"`. Whoever asks for the session of this request later
   * sees the new one. With `rotate` it gets a new id and the old one ends, as it
   * should when a user's rights change; if another request rotates or ends it at
   * the same time, there is no session, and no cookie changes.
   */
  updateSession(
    request: Request,
    data: unknown,
    options?: UpdateOptions,
  ): Promise<SessionResult<S>>;
  /** The `csrfToken` field for a form of your own that posts to an auth route. */
  csrfToken(request: Request): Promise<CsrfTokenResult>;
  /**
   * Ends one session (`{ session: id }`), all of a person (`{ user: id }`), or
   * everybody's (`{ all: true }`); with `before` only those that began before
   * that moment. The ids are `sid` and `sub` of the session's token, or, with
   * the strategy `database`, those of {@link listSessions} and of the user.
   *
   * @throws StoreError or AdapterError if it could not be done
   */
  revoke(what: Revocation): Promise<void>;
  /**
   * The sessions of who is signed in, the latest first; none for nobody.
   *
   * @throws ConfigurationError without the strategy `database`, or if the
   * adapter lacks `listSessionsByUserId` or `hashedTokens`
   */
  listSessions(request: Request): Promise<SessionInfo[]>;
  /**
   * Takes a way to sign in from who is signed in, unless it is the last. The
   * session gets a new id: add the headers to the answer.
   *
   * @throws SignInRequired for nobody, LastAccount, or InvalidRequest if it is
   * none of theirs
   */
  unlinkAccount(
    request: Request,
    which: AccountChoice,
  ): Promise<{ readonly headers: Headers }>;
  /** The passkeys of who is signed in; none for nobody. */
  listPasskeys(request: Request): Promise<PasskeyInfo[]>;
  /**
   * Takes a passkey from who signed in during the last ten minutes, unless it
   * is the last way in. The session gets a new id: add the headers to the
   * answer.
   *
   * @throws SignInRequired for nobody, with the code `fresh` if the sign-in is
   * too long ago; LastAccount; or InvalidRequest if it is none of theirs
   */
  removePasskey(
    request: Request,
    which: PasskeyChoice,
  ): Promise<{ readonly headers: Headers }>;
  /**
   * Sends a mail to the current user's address. Its link verifies the address if
   * it is opened in this browser; the page at `url` takes its code.
   * Redirect there, and add the headers to the answer. To be called for a form
   * of this site: a request that another site caused is refused. The limits of
   * `email` apply.
   *
   * @param info what the platform says besides, for the option `clientAddress`
   * @throws SignInRequired without a session, RateLimited, InvalidAddress without an
   * address, EmailSignInError if the mail was not sent, CrossSiteRequest, or
   * UnknownAction without an adapter and a provider of type `email`
   */
  verifyEmail(
    request: Request,
    options?: VerifyEmailOptions,
    info?: unknown,
  ): Promise<VerifyEmailResult>;
}

/** Where a browser goes that asked to verify an address. */
export interface VerifyEmailResult {
  /** The page that takes the code of the mail; where the address is verified already, the target. */
  readonly url: string;
  /** To add to the answer. */
  readonly headers: Headers;
}

/** A session that is there, and the headers to add to the answer. */
export interface SignedIn<S = Session> {
  /** Who is signed in. */
  readonly session: S;
  /** To add to the answer; empty when nothing is due. */
  readonly headers: Headers;
}

/** Options of an update of the session. */
export interface UpdateOptions {
  /** A new id for the session; the old one ends. Default false. */
  rotate?: boolean | undefined;
}

/** The session type of a configuration: what its `session` callback gives. */
export type SessionOf<C> = C extends
  { callbacks: { session: (...args: never[]) => infer R } } ? Awaited<R>
  : C extends (...args: never[]) => infer R ? SessionOf<Awaited<R>>
  : Session;

/**
 * Sets up the library once.
 *
 * @throws ConfigurationError that lists every mistake in the configuration;
 * what the environment may still bring is checked at first use
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
    // `raw` is not for here: what the handler gives is a Response.
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
  // The session callback's own type, which nobody but the compiler knows.
  return { session: visit.value as S | null, headers: toHeaders(visit) };
}

/**
 * Answers one request to an auth route. It never rejects because of a client;
 * with the option {@link raw} it gives data, and throws what would have been
 * shown.
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

/** What `Auth()` gives with the option {@link raw}: the answer as data. */
export interface RawResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers by lower-case name, without cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the answer redirects to. */
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
    // A Request does not say where it comes from.
    address: (ask) => ({ text: ask?.(request, info), isPeer: false }),
    headers: () => request.headers,
    body: (limit) => readBody(request, limit),
  };
}

/** Deno and Bun put a Host header that is none into the URL, or leave the host out. */
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
