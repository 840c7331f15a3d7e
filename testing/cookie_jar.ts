/**
 * A cookie jar with the rules that matter against attacks: host, path, Secure,
 * SameSite, prefixes.
 */

import { parseSetCookie } from "./cookie_parse.ts";
import type { Cookie } from "./cookie_parse.ts";
import { isTrustworthy } from "./site.ts";

/** A `Set-Cookie` that the browser refused. */
export interface DroppedCookie {
  /** The URL that sent it. */
  readonly url: string;
  /** The cookie's name. */
  readonly name: string;
  /** The whole header. */
  readonly header: string;
  /** The reason, in words. */
  readonly reason: string;
}

/** The origin of a request, as far as cookies depend on it. */
export interface RequestContext {
  readonly method: string;
  /**
   * True if everything on the way to this request belongs to the target's site.
   */
  readonly sameSite: boolean;
  /** True if it loads a page into the tab. */
  readonly navigation: boolean;
}

/** The cookies of one browser. */
export interface CookieJar {
  readonly dropped: DroppedCookie[];
  readonly store: (url: URL, header: string, context: RequestContext) => void;
  readonly toHeader: (url: URL, context: RequestContext) => string;
  readonly list: (url: URL) => Cookie[];
  readonly remove: (url: URL, name: string) => void;
  readonly clone: () => CookieJar;
}

/** Creates a jar, with copies of another jar's cookies. */
export function createCookieJar(
  initial: readonly Cookie[] = [],
  dropped: DroppedCookie[] = [],
): CookieJar {
  // In order of creation; a cookie that is replaced keeps its place (RFC
  // 6265bis 5.7).
  let cookies = [...initial];
  const live = (): Cookie[] => cookies.filter(isLive);
  return {
    dropped,
    store: (url, header, context) => {
      const parsed = parseSetCookie(url, header);
      const reason = "refused" in parsed
        ? parsed.refused
        : findConflict(live(), url, parsed, context);
      if (reason !== undefined) {
        dropped.push({ url: url.href, name: parsed.name, header, reason });
      } else if (!("refused" in parsed)) {
        cookies = withCookie(live(), parsed);
      }
    },
    toHeader: (url, context) =>
      live()
        .filter((cookie) => isSent(cookie, url, context))
        // Stable: cookies of equal path length stay in order of creation.
        .sort((one, other) => other.path.length - one.path.length)
        .map(({ name, value }) => (name === "" ? value : `${name}=${value}`))
        .join("; "),
    list: (url) => live().filter((cookie) => isVisible(cookie, url)),
    remove: (url, name) => {
      cookies = live().filter((one) =>
        one.name !== name || !isVisible(one, url)
      );
    },
    clone: () => createCookieJar(live(), [...dropped]),
  };
}

function isLive(cookie: Cookie): boolean {
  return cookie.expires === undefined || Date.now() < cookie.expires;
}

function withCookie(cookies: Cookie[], cookie: Cookie): Cookie[] {
  const place = cookies.findIndex((one) => isSameCookie(one, cookie));
  if (place < 0) return [...cookies, cookie].filter(isLive);
  return cookies.toSpliced(place, 1, cookie).filter(isLive);
}

function isSameCookie(one: Cookie, other: Cookie): boolean {
  return one.name === other.name && one.domain === other.domain &&
    one.hostOnly === other.hostOnly && one.path === other.path;
}

/** Checks the rules that need more than the header itself. */
function findConflict(
  cookies: readonly Cookie[],
  url: URL,
  cookie: Cookie,
  context: RequestContext,
): string | undefined {
  if (cookie.sameSite !== "None" && !context.sameSite && !context.navigation) {
    return "SameSite in an answer to a cross-site request of a script";
  }
  // "Leave secure cookies alone": an insecure origin must not shadow a cookie
  // of a secure one.
  const shadows = !isTrustworthy(url) &&
    cookies.some((one) =>
      one.secure && one.name === cookie.name &&
      pathMatches(cookie.path, one.path) &&
      (domainMatches(one.domain, cookie.domain) ||
        domainMatches(cookie.domain, one.domain))
    );
  return shadows ? "would shadow a Secure cookie" : undefined;
}

function isVisible(cookie: Cookie, url: URL): boolean {
  const host = url.hostname;
  const isHost = cookie.hostOnly
    ? cookie.domain === host
    : domainMatches(host, cookie.domain);
  return isHost && (!cookie.secure || isTrustworthy(url));
}

function isSent(cookie: Cookie, url: URL, context: RequestContext): boolean {
  if (!isVisible(cookie, url) || !pathMatches(url.pathname, cookie.path)) {
    return false;
  }
  if (context.sameSite || cookie.sameSite === "None") return true;
  const isSafe = context.method === "GET" || context.method === "HEAD";
  return cookie.sameSite === "Lax" && context.navigation && isSafe;
}

function domainMatches(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

function pathMatches(path: string, prefix: string): boolean {
  if (path === prefix) return true;
  return path.startsWith(prefix) &&
    (prefix.endsWith("/") || path[prefix.length] === "/");
}
