import { type Cookie, serializeCookie } from "../core/http/cookie_policy.ts";
import type { Session } from "../core/model/model.ts";
import type { SessionOf } from "../core/pipeline/host/auth_instance.ts";
import { onChange } from "../core/pipeline/host/current.ts";
import { tellOperator } from "../core/pipeline/host/host_request.ts";
import {
  type Visit,
  visitSession,
} from "../core/pipeline/host/session_access.ts";
import { loadPipeline } from "../core/pipeline/load_pipeline.ts";
import type {
  AccessTokenOptions,
  AccessTokenResult,
  ResourceInit,
} from "../core/pipeline/host/tokens.ts";
import {
  forbidCaches,
  limitCaches,
  limitCachesOnRead,
  noteShown,
} from "./caches.ts";
import { isStatic, toHead, toKey, toRequest } from "./incoming.ts";
import { writeCookies } from "./send.ts";
import type {
  ComponentAuthConfig,
  ComponentAuthSource,
  SessionEvent,
} from "./types.ts";

/** The result of {@link getSession}. */
export interface GetSessionResult<S = Session> {
  /** The session, or null. */
  readonly data: S | null;
  /**
   * Cookies that were due, as Set-Cookie headers. They are already on the
   * response.
   */
  readonly cookie: readonly string[];
}

/** The `sharedMap` key of the session of a request. */
const SHARED_SESSION = "session";

/** The `sharedMap` key that marks a page as guarded. */
export const SHARED_GUARD = "@latchkey/auth/guarded";

/** The `sharedMap` key by which guards and loaders find the configuration. */
export const SHARED_SOURCE = "@latchkey/auth";

/**
 * Returns the configuration of the route plugin.
 *
 * @throws Error if `onRequest` of `ComponentAuth$` did not run before
 */
export function findSource(
  { sharedMap }: SessionEvent,
  who: string,
): ComponentAuthSource {
  const source = sharedMap.get(SHARED_SOURCE);
  if (source !== undefined) return source as ComponentAuthSource;
  throw new Error(
    `${who} needs ComponentAuth$: export its onRequest from src/routes/plugin@auth.ts.`,
  );
}

/**
 * Returns the session of a request, or null. Reads it once per request, and
 * sets cookies that are due. Requests without cookies cost nothing. A response
 * with a session is never kept by caches, whatever headers the application
 * sets.
 *
 * @param ev the event of a handler, a loader or an action, or `this` of a
 * `server$` function
 * @param config that of `ComponentAuth$`
 *
 * @throws AuthError if the configuration is wrong, the store fails, or a
 *   callback threw; never because of client input
 *
 * @example
 * ```ts
 * import {
 *   type ComponentAuthConfig,
 *   type ComponentEvent,
 *   getSession,
 * } from "@latchkey/auth/component";
 *
 * const config = { providers: [] } satisfies ComponentAuthConfig;
 *
 * export const onGet = async (ev: ComponentEvent) => {
 *   const { data: session } = await getSession(ev, config);
 *   ev.send(200, `Hello ${session?.user?.name ?? "stranger"}`);
 * };
 * ```
 */
export async function getSession<const C extends ComponentAuthConfig>(
  ev: SessionEvent,
  config: ComponentAuthSource<C>,
): Promise<GetSessionResult<SessionOf<C>>> {
  const { value, cookies } = await visit(ev, config);
  noteShown(ev);
  if (value === null) limitCaches(ev);
  else forbidCaches(ev);
  return {
    // The session callback's own type, which only the compiler knows.
    data: value as SessionOf<C> | null,
    cookie: cookies.map(serializeCookie),
  };
}

/**
 * Returns an access token of a provider for the current user, valid for at least
 * `minValidity` seconds: the one at hand, or a renewed one. Needs the option
 * `tokens`. Call it on the server only, and send the token to no browser.
 *
 * @param ev the event of a handler, a loader or an action, or `this` of a
 * `server$` function
 * @param config that of `ComponentAuth$`
 * @param asked the provider's id; and scopes, resource, validity and account
 *
 * @throws SignInRequired without a session; NotConnected, ConsentRequired or
 * ReauthenticationRequired if the user has to sign in at the provider;
 * ProviderUnavailable if it does not answer and the old token has expired
 *
 * @example
 * ```ts
 * import {
 *   type ComponentAuthConfig,
 *   type ComponentEvent,
 *   getAccessToken,
 * } from "@latchkey/auth/component";
 *
 * const config = { providers: [] } satisfies ComponentAuthConfig;
 *
 * export const onGet = async (ev: ComponentEvent) => {
 *   const { accessToken } = await getAccessToken(ev, config, {
 *     provider: "google",
 *   });
 *   const answer = await fetch("https://www.googleapis.com/calendar/v3/users/me/calendarList", {
 *     headers: { authorization: `Bearer ${accessToken}` },
 *   });
 *   ev.send(200, await answer.text());
 * };
 * ```
 */
export async function getAccessToken(
  ev: SessionEvent,
  config: ComponentAuthSource,
  asked: AccessTokenOptions & {
    /** The provider's id. */
    readonly provider: string;
  },
): Promise<AccessTokenResult> {
  const request = {
    ...toRequest(ev, toHead(ev), config),
    setCookies: (cookies: readonly Cookie[]) => writeCookies(ev, cookies),
    hasBegun: () => ev.headersSent === true,
  };
  const { getAccessToken } = await loadPipeline();
  return await getAccessToken(request, asked.provider, asked);
}

/**
 * Sends a request to a provider's API with an access token of the current user,
 * like the global `fetch` (RFC 6750). A token that the API refuses as invalid is
 * renewed once, unless the body is a stream. The token is sent only to the
 * origins in `tokens.resources`, and never across a redirect.
 *
 * @param ev the event of a handler, a loader or an action, or `this` of a
 * `server$` function
 * @param config that of `ComponentAuth$`
 * @param asked the provider's id, an absolute URL, and what `fetch` takes; `token`
 * has the options of {@link getAccessToken}
 *
 * @throws ConsentRequired if the API needs a scope that was not granted,
 * ConfigurationError for another origin, and the errors of {@link getAccessToken}
 *
 * @example
 * ```ts
 * import {
 *   type ComponentAuthConfig,
 *   type ComponentEvent,
 *   fetchResource,
 * } from "@latchkey/auth/component";
 *
 * const config = { providers: [] } satisfies ComponentAuthConfig;
 *
 * export const onGet = async (ev: ComponentEvent) => {
 *   const answer = await fetchResource(ev, config, {
 *     provider: "google",
 *     url: "https://www.googleapis.com/calendar/v3/users/me/calendarList",
 *   });
 *   ev.send(200, await answer.text());
 * };
 * ```
 */
export async function fetchResource(
  ev: SessionEvent,
  config: ComponentAuthSource,
  { provider, url, ...init }: ResourceInit & {
    /** The provider's id. */
    readonly provider: string;
    /** An absolute URL. */
    readonly url: string | URL;
  },
): Promise<Response> {
  const request = toRequest(ev, toHead(ev), config);
  const { fetchResource } = await loadPipeline();
  return await fetchResource(request, provider, { url, init });
}

/**
 * Shares the session in `sharedMap`, and each new one that this request makes of
 * it; most visitors have none. A failed read is reported to the operator, and to
 * callers of {@link getSession}: the rest of the site keeps working.
 */
export async function shareSession(
  ev: SessionEvent,
  source: ComponentAuthSource,
): Promise<void> {
  const share = async () => {
    ev.sharedMap.set(SHARED_SESSION, null);
    try {
      const { value } = await visit(ev, source);
      if (value !== null) forbidCaches(ev);
      ev.sharedMap.set(SHARED_SESSION, value);
    } catch (error) {
      await tellOperator(toRequest(ev, null, source).getConfig, error);
    }
  };
  limitCachesOnRead(ev, SHARED_SESSION);
  await share();
  if (!isStatic(ev)) onChange(toKey(ev), share);
}

const NOBODY: Visit<Session | null> = { value: null, cookies: [] };

async function visit(ev: SessionEvent, source: ComponentAuthSource) {
  if (isStatic(ev)) return NOBODY;
  const head = toHead(ev);
  // A request without cookies has no session: no read is needed.
  if (head.header("cookie") === null) return NOBODY;
  const visited = await visitSession(toRequest(ev, head, source));
  writeCookies(ev, visited.cookies);
  return visited;
}
