import type { Awaitable } from "../model/model.ts";
import type { CookiePolicy } from "../http/cookie_policy.ts";
import { type CookieJar, readCookies } from "../http/cookies.ts";
import type { Env } from "../runtime/env.ts";
import { AuthError } from "../errors/errors.ts";
import { resolveOrigin } from "../config/origin.ts";
import type { Settings } from "../config/settings.ts";

/** What a framework hands in: a request, before anything is believed of it. */
export interface Incoming {
  readonly method: string;
  /** The platform's environment. Default: that of the process. */
  readonly env?: Env;
  /** The framework's idea of scheme and host, or null if there is no usable one. */
  origin(): string | null;
  /** Path and query as they came, undecoded. */
  readonly target: string;
  /** The path prefix under which the framework mounted the handler, or null. */
  readonly mount: string | null;
  /**
   * Whether the framework hands requests for a path to the auth routes, where it
   * can tell; for requests that are not for them.
   */
  hasRoute?(path: string): Awaitable<boolean>;
  /** One request header by its lower-case name. */
  header(name: string): string | null;
  /** Who sent this: as the host's function says, else as the framework knows it. */
  address(ask: Settings["clientAddress"]): ReportedAddress;
  /** Every request header, by lower-case name. */
  headers(): Iterable<readonly [name: string, value: string]>;
  /** The body, read up to a limit in bytes. */
  body(limit: number): Promise<Body>;
}

/** Where a request came from, as somebody says. */
export interface ReportedAddress {
  /** Not canonical; null where nobody knows. */
  readonly text: string | null | undefined;
  /** Nobody says more than who holds the other end of the connection. */
  readonly isPeer: boolean;
}

/** A body: bytes, or what a body parser of the host made of them. */
export type Body =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "parsed"; readonly value: unknown }
  | { readonly kind: "too large" };

/** All that a session read needs to know of a request. */
export interface RequestHead {
  /** The public origin, `null` as text where the host is refused. */
  readonly origin: string;
  readonly policy: CookiePolicy;
  readonly jar: CookieJar;
  /** Nobody may ever see the answer: a browser asks in advance, by itself. */
  readonly isPrefetch: boolean;
  /** Why nothing may be done with this request. */
  readonly refusal: AuthError | null;
}

/** The first path segments below the base path. */
export const ACTIONS: readonly AuthAction[] = [
  "csrf",
  "providers",
  "session",
  "signin",
  "callback",
  "link",
  "unlink",
  "signout",
  "error",
  "verify-email",
  "verify-request",
  "webauthn-options",
  "webauthn-script",
];

/** A first path segment below the base path. */
export type AuthAction =
  | "csrf"
  | "providers"
  | "session"
  | "signin"
  | "callback"
  | "link"
  | "unlink"
  | "signout"
  | "error"
  | "verify-email"
  | "verify-request"
  | "webauthn-options"
  | "webauthn-script";

/**
 * Whether a text is one of the library's actions.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isAuthAction } from "@latchkey/auth";
 *
 * assert.ok(isAuthAction("signin"));
 * assert.ok(!isAuthAction("Signin"));
 * ```
 */
export function isAuthAction(action: string): action is AuthAction {
  return ACTIONS.some((one) => one === action);
}

/** Where the auth routes live if nobody says otherwise. */
export const DEFAULT_BASE_PATH = "/auth";

/** Characters of a Cookie header that common proxies refuse soon. */
const LONG_HEADER = 7_500;

/** Reads origin and cookies: enough for a session. */
export function readHead(
  incoming: Pick<Incoming, "origin" | "header">,
  settings: Settings,
): RequestHead {
  const origin = settings.origin ?? resolveOrigin(settings, incoming.origin());
  const known = typeof origin === "string" ? origin : null;
  const secure = settings.useSecureCookies ??
    known?.startsWith("https:") ?? false;
  const cookies = incoming.header("cookie");
  if (cookies !== null && cookies.length > LONG_HEADER) {
    settings.log.debug(
      `The Cookie header has ${cookies.length} characters; proxies refuse more than 8 kB.`,
    );
  }
  const policy = settings.cookies[secure ? "secure" : "plain"];
  return {
    // How the web writes the origin of nowhere.
    origin: known ?? "null",
    policy,
    jar: readCookies(cookies, policy.names),
    // Scripts cannot set this one (Fetch section 2.2.2).
    isPrefetch: incoming.header("sec-purpose")?.startsWith("prefetch") ?? false,
    refusal: origin instanceof AuthError ? origin : null,
  };
}

/** Where the auth routes are: as configured, as mounted, or where they are by default. */
export function toBasePath(settings: Settings, mount: string | null): string {
  return settings.basePath ?? (mount || DEFAULT_BASE_PATH);
}

/** Whether a target's path is a base path or below it. */
export function isBelow(target: string, basePath: string): boolean {
  const [path = ""] = splitTarget(target);
  return path === basePath || path.startsWith(`${basePath}/`);
}

/** A target as its path and, behind a question mark, its query. */
export function splitTarget(target: string): string[] {
  const question = target.indexOf("?");
  return question < 0
    ? [target]
    : [target.slice(0, question), target.slice(question + 1)];
}

/** Whether whoever asks can show a page: browsers name HTML, scripts do not. */
export function acceptsHtml(incoming: Incoming): boolean {
  return /\btext\/html\b/i.test(incoming.header("accept") ?? "");
}
