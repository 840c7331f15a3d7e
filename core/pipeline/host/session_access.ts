/**
 * Access for the application's pages outside the auth routes: to the session,
 * and to the token for their own forms. It runs stages 0 to 2 of the pipeline
 * only, without a fake request and without JSON.
 *
 * @module
 */

import { chain } from "../../runtime/maybe_promise.ts";
import { readClock } from "../../runtime/clock.ts";
import type { AuthConfig, ConfigSource } from "../../config/config.ts";
import {
  createSessionContext,
  type SessionContext,
} from "../../request/context.ts";
import type { Cookie } from "../../http/cookie_policy.ts";
import type { CookieChange, CookieJar } from "../../http/cookies.ts";
import { loadHostParts } from "./load.ts";
import { createLog } from "../../runtime/log.ts";
import type { Awaitable, Session } from "../../model/model.ts";
import {
  DEFAULT_BASE_PATH,
  type Incoming,
  isBelow,
  readHead,
} from "../../request/request_head.ts";
import type { SessionUpdate } from "../../session/read.ts";
import type { Revocation } from "../../session/revocation/revocation.ts";
import { readSession } from "../../session/strategy.ts";
import {
  assertConfig,
  resolveSettings,
  type Settings,
} from "../../config/settings.ts";
import {
  forgetForRequest,
  isFirstWarning,
  oncePerRequest,
  recallForRequest,
  sharedGiven,
} from "../../storage/process_cache.ts";

export type { Revocation, SessionUpdate };

/** Finds mistakes at start-up, as far as the configuration is known by then. */
export function checkConfig<R extends object>(source: ConfigSource<R>): void {
  if (typeof source !== "function") assertConfig(source);
}

/** A value for the page, and the cookies that have to be set. */
export interface Visit<T> {
  readonly value: T;
  readonly cookies: readonly Cookie[];
}

type Head = Pick<Incoming, "origin" | "header" | "env">;

/**
 * Resolves the configuration for a request, including its providers, once per
 * request however many guards and pages need it.
 *
 * @param request the framework's request object
 * @throws any error of the application's function
 */
export function resolveConfig<R extends object>(
  source: ConfigSource<R>,
  request: R,
): Awaitable<AuthConfig> {
  if (typeof source !== "function" && typeof source.providers !== "function") {
    return source;
  }
  return oncePerRequest(request, "config", [source], async () => {
    const given = typeof source === "function" ? await source(request) : source;
    const config = typeof given?.providers === "function"
      ? { ...given, providers: await given.providers(request) }
      : given;
    const list = config?.providers;
    if (Array.isArray(list)) {
      const sees = seesRequest(source) || seesRequest(given.providers);
      sharedGiven.set(list, sees || sharedGiven.get(list) === true);
    }
    return config;
  });
}

/**
 * Whether a function can depend on the request: one with an empty parameter
 * list cannot. Its `length` alone does not show that: it is also 0 with rest
 * parameters, with default values, and for a wrapper of another function.
 */
function seesRequest(source: unknown): boolean {
  if (typeof source !== "function") return false;
  if (source.length > 0) return true;
  const text = String(source);
  return !EMPTY_LIST.test(text) || SEES_ALL_THE_SAME.test(text);
}

const EMPTY_LIST = /^(?:async\b ?)?(?:function\b)?[ \w$]*\( ?\)/;

const SEES_ALL_THE_SAME = /\barguments\b|\[native code\]/;

/**
 * Returns the session of a request, read once per request object. Errors that a
 * client can cause (a foreign host, a bad cookie) give null and a log line.
 *
 * @param request the framework's request object
 * @throws ConfigurationError, StoreError, or an error of a callback
 */
export function visitSession<R extends object>(
  request: R,
  head: Head,
  source: ConfigSource<R>,
): Awaitable<Visit<Session | null>> {
  return visit(
    request,
    "session",
    head,
    source,
    null,
    (ctx) =>
      chain(readSession(ctx), ({ session, cookies }) => ({
        value: session,
        cookies,
      })),
  );
}

/**
 * Logs a failure in the background, with the application's own logger if it is
 * known.
 */
export async function tellOperator<R extends object>(
  request: R,
  source: ConfigSource<R>,
  thrown: unknown,
): Promise<void> {
  const config = Promise.resolve(resolveConfig(source, request));
  const logger = await config.then((one) => one?.logger, () => undefined);
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  createLog(logger ?? {}, false, []).error(error);
}

/**
 * Updates the session of a request. Later reads in the same request see the new
 * one.
 */
export async function visitUpdate<R extends object>(
  request: R,
  head: Head,
  source: ConfigSource<R>,
  update: SessionUpdate,
): Promise<Visit<Session | null>> {
  return await visitAnew(request, head, source, {
    refused: null,
    changes: true,
    act: async (ctx) => {
      const { session, cookies } = await readSession(ctx, update);
      return { value: session, cookies };
    },
  });
}

/** An operation for a page of the application, run anew on every call. */
export interface Errand<T> {
  /** The result if the client's request is refused. */
  readonly refused: T;
  /** Whether values that were read earlier may be different now. */
  readonly changes: boolean;
  act(
    ctx: SessionContext,
  ): Promise<{ value: T; cookies: readonly CookieChange[] }>;
}

/**
 * Runs an errand for a request. If it changes the session, later reads in the
 * same request see the new one.
 */
export async function visitAnew<T, R extends object>(
  request: R,
  head: Head,
  source: ConfigSource<R>,
  { refused, changes, act }: Errand<T>,
): Promise<Visit<T>> {
  const config = await resolveConfig(source, request);
  const settings = resolveSettings(config, head.env);
  const run = async (ctx: SessionContext) => {
    const done = await act(ctx);
    await remember(request, settings, ctx, done.cookies);
    return done;
  };
  const visited = await visit(request, null, head, source, refused, run);
  if (changes) forgetForRequest(request, ["session", "csrf"]);
  return visited;
}

/**
 * Returns the CSRF token of a request's browser, made once per request object.
 */
export function visitCsrfToken<R extends object>(
  request: R,
  head: Head,
  source: ConfigSource<R>,
): Awaitable<Visit<string>> {
  return visit(request, "csrf", head, source, "", async (ctx) => {
    const { readCsrfToken } = await loadHostParts();
    const { token, cookies } = await readCsrfToken(ctx);
    return { value: token, cookies };
  });
}

function visit<T, R extends object>(
  request: R,
  what: string | null,
  head: Head,
  source: ConfigSource<R>,
  refused: T,
  read: (
    ctx: SessionContext,
  ) => Awaitable<{ value: T; cookies: readonly CookieChange[] }>,
): Awaitable<Visit<T>> {
  return chain(
    resolveConfig(source, request),
    (config) => visitWith(request, what, head, config, refused, read),
  );
}

function visitWith<T>(
  request: object,
  what: string | null,
  head: Head,
  config: AuthConfig,
  refused: T,
  read: (
    ctx: SessionContext,
  ) => Awaitable<{ value: T; cookies: readonly CookieChange[] }>,
): Awaitable<Visit<T>> {
  // A configuration that cannot work must not look like "signed out".
  const settings = resolveSettings(config, head.env);
  const known = readHead(head, settings);
  if (known.refusal !== null) {
    // Clients choose the name, so it is logged once: otherwise they could fill
    // the log.
    if (isFirstWarning(`host ${settings.key}`)) {
      settings.log.warn(known.refusal.type, known.refusal.message);
    }
    return { value: refused, cookies: [] };
  }
  const readNow = () => {
    const renewed = recallForRequest<Renewed>(
      request,
      "renewed",
      settings.owner,
    );
    const head = renewed === undefined ? known : { ...known, jar: renewed.jar };
    const ctx = createSessionContext(settings, head, readClock());
    return chain(
      read(ctx),
      ({ value, cookies }) =>
        cookies.length === 0
          ? { value, cookies: NO_COOKIES }
          : write(ctx, value, cookies),
    );
  };
  // Two errands at the same time must not get each other's results.
  return what === null
    ? readNow()
    : oncePerRequest(request, what, settings.owner, readNow);
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
interface Renewed {
  jar: CookieJar;
}

/**
 * Records the cookies that an update wrote, chunks included, for the next read
 * of this request.
 */
async function remember(
  request: object,
  settings: Settings,
  { jar, policy }: SessionContext,
  changes: readonly CookieChange[],
): Promise<void> {
  const last = changes.findLast(({ role }) => role === "session");
  if (last === undefined) return;
  const { writeCookies } = await loadHostParts();
  const written = writeCookies(changes, jar, policy).map(({ name }) => name);
  const renewed: Renewed = oncePerRequest(
    request,
    "renewed",
    settings.owner,
    () => ({ jar }),
  );
  renewed.jar = {
    ...jar,
    session: last.value === null ? [] : [last.value],
    seen: new Set([...jar.seen, ...written]),
  };
}

/**
 * Whether a request is for the auth routes. A handler mounted at the root sees
 * every request of the application, and passes the others on.
 */
export async function isAuthRequest<R extends object>(
  request: R,
  incoming: Pick<Incoming, "mount" | "target" | "env">,
  source: ConfigSource<R>,
): Promise<boolean> {
  if (incoming.mount !== "") return true;
  let bases: readonly (string | null | undefined)[] = [];
  try {
    const config = await resolveConfig(source, request);
    bases = [config.basePath];
    const { basePath, innerPath } = resolveSettings(config, incoming.env);
    bases = [basePath, innerPath];
  } catch {
    // The auth routes report the error; the rest of the site keeps working.
  }
  const [base = DEFAULT_BASE_PATH, inner = base] = bases.filter((one) => one);
  return [base, inner].some((one) => isBelow(incoming.target, one ?? ""));
}
