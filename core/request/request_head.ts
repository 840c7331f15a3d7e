import type { CookiePolicy } from "../http/cookie_policy.ts";
import { type CookieJar, readCookies } from "../http/cookies.ts";
import { DEFAULT_BASE_PATH } from "../http/redirects.ts";
import type { Env } from "../runtime/env.ts";
import { AuthError } from "../errors/auth_error.ts";
import { resolveOrigin } from "../config/origin/origin.ts";
import type { Settings } from "../config/settings.ts";
import { isFirstWarning } from "../storage/process_cache.ts";

/** A request as a framework passes it in, before any of it is validated. */
export interface Incoming {
  readonly method: string;
  /** The platform's environment. Default: that of the process. */
  readonly env?: Env;
  /**
   * The framework's view of scheme and host, or null if there is no usable one.
   */
  origin(): string | null;
  /**
   * Whether the request comes from a proxy that the framework is configured to
   * trust. Default: no.
   */
  isVouched?(): boolean;
  /** Path and query as they came, undecoded. */
  readonly target: string;
  /**
   * The path prefix under which the framework mounted the handler: empty at the
   * root, null if the framework mounts nothing, false if it does not show where.
   */
  readonly mount: string | null | false;
  /** The path at which the application begins. Default: the root. */
  readonly home?: string | undefined;
  /**
   * Whether the answer can set no cookies, as while a component renders: what is
   * due for renewal waits for a request that can. Default: no.
   */
  readonly isReadOnly?: boolean;
  /**
   * Whether the framework routes a path to the auth routes, if it can tell; for
   * requests to other routes.
   */
  hasRoute?(path: string): boolean;
  /** One request header by its lower-case name. */
  header(name: string): string | null;
  /**
   * Returns the sender's address: from the application's function, or else from
   * the framework.
   */
  address(ask: Settings["clientAddress"]): ReportedAddress;
  /** Every request header, by lower-case name. */
  headers(): Iterable<readonly [name: string, value: string]>;
  /** The body, read up to a limit in bytes. */
  body(limit: number): Promise<Body>;
}

/** The reported source of a request. */
export interface ReportedAddress {
  /** The address as reported, not canonical; null if unknown. */
  readonly text: string | null | undefined;
  /** True if this is the TCP peer's address, not one a proxy reported. */
  readonly isPeer: boolean;
}

/** A body: its bytes, or the result of the application's body parser. */
export type Body =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "parsed"; readonly value: unknown }
  | { readonly kind: "too large" };

/** The part of a request that a session read needs. */
export interface RequestHead {
  /** The public origin, or the text `null` if the host is refused. */
  readonly origin: string;
  /**
   * Whether the configuration, the platform or a trusted proxy names the host;
   * if not, it is what the visitor says.
   */
  readonly isHostNamed: boolean;
  readonly policy: CookiePolicy;
  readonly jar: CookieJar;
  /**
   * Whether the browser prefetches the answer, which may then never be shown.
   */
  readonly isPrefetch: boolean;
  /** Whether nothing is renewed, because the browser may never get the cookies. */
  readonly isReadOnly: boolean;
  /** The error if the request is refused. */
  readonly refusal: AuthError | null;
}

/**
 * Length of a Cookie header, in characters, close to the limit of common
 * proxies.
 */
const LONG_HEADER = 7_500;

/** Reads origin and cookies, which is enough for a session. */
export function readHead(
  incoming: Pick<Incoming, "origin" | "isVouched" | "header" | "isReadOnly">,
  settings: Settings,
): RequestHead {
  const isHostNamed = settings.origin !== null || settings.namesHosts ||
    incoming.isVouched?.() === true;
  const origin = settings.origin ??
    resolveOrigin(settings, incoming.origin(), isHostNamed);
  const known = typeof origin === "string" ? origin : null;
  const secure = settings.useSecureCookies ??
    known?.startsWith("https:") ?? false;
  const cookies = incoming.header("cookie");
  if (cookies !== null && cookies.length > LONG_HEADER) {
    settings.log.debug(
      `The Cookie header has ${cookies.length} characters; proxies refuse 8 kB.`,
    );
  }
  const policy = settings.cookies[secure ? "secure" : "plain"];
  // Scripts cannot set this header (Fetch section 2.2.2).
  const isPrefetch = incoming.header("sec-purpose")?.startsWith("prefetch") ??
    false;
  return {
    // This is the web's serialisation of an opaque origin.
    origin: known ?? "null",
    isHostNamed,
    policy,
    jar: readCookies(cookies, policy.names),
    isPrefetch,
    isReadOnly: isPrefetch || incoming.isReadOnly === true,
    refusal: origin instanceof AuthError ? origin : null,
  };
}

/**
 * Returns the path of the auth routes: as configured, as mounted, or the
 * default. A mount counts in lower case, because only that is served.
 */
export function toBasePath(
  { basePath, key, log }: Settings,
  mount: Incoming["mount"],
): string {
  if (basePath !== null) return basePath;
  if (mount === false && isFirstWarning(`mount ${key}`)) {
    log.warn(
      "base-path",
      `The routers do not show where the auth routes are mounted, so guards and links lead to "${DEFAULT_BASE_PATH}". Set \`basePath\` to their path, like \`basePath: "${DEFAULT_BASE_PATH}"\`.`,
    );
  }
  return mount ? mount.toLowerCase() : DEFAULT_BASE_PATH;
}

/** Whether a target's path is a base path or below it. */
export function isBelow(target: string, basePath: string): boolean {
  const [path = ""] = splitTarget(target);
  return path === basePath || path.startsWith(`${basePath}/`);
}

/** Splits a target into its path and, after a question mark, its query. */
export function splitTarget(target: string): string[] {
  const question = target.indexOf("?");
  return question < 0
    ? [target]
    : [target.slice(0, question), target.slice(question + 1)];
}
