/**
 * Access for the application's pages outside the auth routes: to the session,
 * and to the token for their own forms. It runs stages 0 to 2 of the pipeline
 * only, without a fake request and without JSON.
 *
 * @module
 */

import type { AuthConfig } from "../../config/config.ts";
import { resolveSettings } from "../../config/settings.ts";
import type { Cookie } from "../../http/cookie_policy.ts";
import type { CookieChange, CookieJar } from "../../http/cookies.ts";
import type { Awaitable, Session } from "../../model/model.ts";
import {
  createSessionContext,
  type SessionContext,
} from "../../request/context.ts";
import { readHead } from "../../request/request_head.ts";
import { readClock } from "../../runtime/clock.ts";
import { chain } from "../../runtime/maybe_promise.ts";
import { readSession } from "../../session/strategy.ts";
import {
  isFirstWarning,
  oncePerRequest,
  recallForRequest,
} from "../../storage/process_cache.ts";
import type { HostRequest } from "./host_request.ts";
import { loadHostParts, startProviders } from "./load.ts";

/** A value for the page, and the cookies that have to be set. */
export interface Visit<T> {
  readonly value: T;
  readonly cookies: readonly Cookie[];
}

/**
 * Returns the session of a request, read once per request object. Errors that a
 * client can cause (a foreign host, a bad cookie) give null and a log line.
 *
 * @throws ConfigurationError, StoreError, or an error of a callback
 */
export function visitSession(
  request: HostRequest,
): Awaitable<Visit<Session | null>> {
  return visit(request, SESSION);
}

/**
 * Returns the CSRF token of a request's browser, made once per request object.
 */
export function visitCsrfToken(request: HostRequest): Awaitable<Visit<string>> {
  return visit(request, CSRF_TOKEN);
}

/** An operation for a page of the application. */
export interface Work<T> {
  /** The name under which its result is kept for the request, or null. */
  readonly name: string | null;
  /** The result if the client's request is refused. */
  readonly refused: T;
  act(
    ctx: SessionContext,
  ): Awaitable<{ value: T; cookies: readonly CookieChange[] }>;
}

const SESSION: Work<Session | null> = {
  name: "session",
  refused: null,
  act: (ctx) =>
    chain(
      readSession(ctx),
      ({ session, cookies }) => ({ value: session, cookies }),
    ),
};

const CSRF_TOKEN: Work<string> = {
  name: "csrf",
  refused: "",
  act: async (ctx) => {
    const { readCsrfToken } = await loadHostParts();
    const { token, cookies } = await readCsrfToken(ctx);
    return { value: token, cookies };
  },
};

/** Does work for a request, once per request object if it has a name. */
export function visit<T>(
  request: HostRequest,
  work: Work<T>,
): Awaitable<Visit<T>> {
  return chain(
    request.getConfig(),
    (config) => visitWith(config, request, work),
  );
}

function visitWith<T>(
  config: AuthConfig,
  { key, incoming }: HostRequest,
  { name, refused, act }: Work<T>,
): Awaitable<Visit<T>> {
  // A configuration that cannot work must not look like "signed out".
  const settings = resolveSettings(config, incoming.env);
  const known = readHead(incoming, settings);
  if (known.refusal !== null) {
    // Clients choose the name, so it is logged once: otherwise they could fill
    // the log.
    if (isFirstWarning(`host ${settings.key}`)) {
      settings.log.warn(known.refusal.type, known.refusal.message);
    }
    return { value: refused, cookies: [] };
  }
  startProviders(settings);
  const { owner } = settings;
  const run = () => {
    const renewed = recallForRequest<Renewed>(key, "renewed", owner);
    const head = renewed === undefined ? known : { ...known, jar: renewed.jar };
    const ctx = createSessionContext(settings, head, readClock());
    return chain(
      act(ctx),
      ({ value, cookies }) =>
        cookies.length === 0
          ? { value, cookies: NO_COOKIES }
          : write(ctx, value, cookies),
    );
  };
  return name === null ? run() : oncePerRequest(key, name, owner, run);
}

const NO_COOKIES: readonly Cookie[] = [];

async function write<T>(
  { jar, policy }: SessionContext,
  value: T,
  changes: readonly CookieChange[],
): Promise<Visit<T>> {
  const { writeCookies } = await loadHostParts();
  return { value, cookies: writeCookies(changes, jar, policy) };
}

/** The cookies of the browser after an update in this request. */
export interface Renewed {
  jar: CookieJar;
}
