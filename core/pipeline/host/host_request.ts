import type { AuthConfig, ConfigSource } from "../../config/config.ts";
import { resolveSettings } from "../../config/resolve_settings.ts";
import type { Cookie } from "../../http/cookie_policy.ts";
import type { Awaitable } from "../../model/model.ts";
import { DEFAULT_BASE_PATH } from "../../http/redirects.ts";
import { type Incoming, isBelow } from "../../request/request_head.ts";
import { createLog } from "../../runtime/log.ts";
import { oncePerRequest, sharedGiven } from "../../storage/process_cache.ts";

/** The parts of a request that a session read needs. */
type Head =
  & Pick<Incoming, "origin" | "header" | "env" | "isReadOnly">
  & Partial<Pick<Incoming, "mount" | "address">>;

/** A request to a page of the application. */
export interface HostRequest<I = Head> {
  /**
   * The framework's request object: what is read once per request is kept for
   * this object.
   */
  readonly key: object;
  readonly incoming: I;
  /**
   * Returns the configuration for this request.
   *
   * @throws any error of the application's function
   */
  readonly getConfig: () => Awaitable<AuthConfig>;
  /** Sets cookies in the response, for functions that return something else. */
  readonly setCookies?: (cookies: readonly Cookie[]) => void;
  /** Whether the response has begun, so that it takes no more cookies. Default: no. */
  readonly hasBegun?: (() => boolean) | undefined;
}

/** The two sides of a framework: its requests, and its responses. */
export interface Host<R extends object, H> {
  /**
   * Maps a request.
   *
   * @param info the platform's second argument
   */
  toIncoming(request: R, info?: unknown): Incoming;
  /** Maps only what a session read needs. Default: all of it. */
  toHead?(request: R): Head;
  /**
   * Returns the object that stands for a request, for which what is read once is
   * kept. Default: the request.
   */
  toKey?(request: R): object;
  /**
   * Sets cookies in the response to a request, or returns them as headers for
   * the application to add.
   *
   * @param isPrivate whether the response is for this browser alone, even
   * without cookies; false if it only depends on there being no session.
   * Default: it depends on nothing.
   */
  write(request: R, cookies: readonly Cookie[], isPrivate?: boolean): H;
  /** Whether the response to a request has begun. Default: no. */
  hasBegun?(request: R): boolean;
}

/** Maps a request of a framework. */
export type ToRequest<R> = (
  request: R,
  info?: unknown,
) => HostRequest<Incoming>;

/** Returns functions that build requests for a host. */
export function toRequests<R extends object, H>(
  source: ConfigSource<R>,
  { toIncoming, toHead = toIncoming, toKey, write, hasBegun }: Host<R, H>,
) {
  const build = <I>(request: R, incoming: I): HostRequest<I> => ({
    ...toHostRequest(request, incoming, source),
    key: toKey?.(request) ?? request,
  });
  const toRequest: ToRequest<R> = (request, info) => ({
    ...build(request, toIncoming(request, info)),
    setCookies: (cookies) => void write(request, cookies),
    hasBegun: hasBegun && (() => hasBegun(request)),
  });
  return {
    toRequest,
    toHeadRequest: (request: R) => build(request, toHead(request)),
  };
}

/** Builds a request from the framework's request object. */
export function toHostRequest<R extends object, I>(
  request: R,
  incoming: I,
  source: ConfigSource<R>,
): HostRequest<I> {
  const getConfig = () => resolveConfig(source, request);
  return { key: request, incoming, getConfig };
}

/**
 * Resolves the configuration for a request, including its providers, once per
 * request however many guards and pages need it.
 */
function resolveConfig<R extends object>(
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
    if (Array.isArray(list)) sharedGiven.add(list);
    return config;
  });
}

/**
 * Whether a request is for the auth routes. A handler mounted at the root sees
 * every request of the application, and passes the others on.
 *
 * @param seesAll whether the handler gets requests outside of its mount, too
 */
export async function isAuthRequest(
  { incoming, getConfig }: HostRequest<
    Pick<Incoming, "mount" | "target" | "env">
  >,
  seesAll: boolean = incoming.mount === "",
): Promise<boolean> {
  if (!seesAll) return true;
  const bases = await listBases(getConfig, incoming);
  return bases.some((one) => isBelow(incoming.target, one));
}

/**
 * Lists the paths of the auth routes: as visitors see it, and as it is for the
 * application, if a proxy in front of it removes a part.
 */
export async function listBases(
  getConfig: HostRequest["getConfig"],
  { mount, env }: Pick<Incoming, "mount" | "env">,
): Promise<readonly string[]> {
  let bases: readonly (string | null | undefined)[] = [];
  try {
    const config = await getConfig();
    bases = [config.basePath];
    const { basePath, innerPath } = resolveSettings(config, env);
    bases = [basePath, innerPath];
  } catch {
    // The auth routes report the error; the rest of the site keeps working.
  }
  const own = mount || DEFAULT_BASE_PATH;
  const [base = own, inner = base] = bases.filter((one) => one);
  return [base ?? own, inner ?? own];
}

/**
 * Logs a failure in the background, with the application's own logger if it is
 * known.
 */
export async function tellOperator(
  getConfig: HostRequest["getConfig"],
  thrown: unknown,
): Promise<void> {
  const config = Promise.resolve(getConfig());
  const logger = await config.then((one) => one?.logger, () => undefined);
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  createLog(logger ?? {}, false, []).error(error);
}
