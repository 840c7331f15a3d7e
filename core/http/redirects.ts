/** The default path of the auth routes. */
export const DEFAULT_BASE_PATH = "/auth";

/**
 * Controls, blanks but the space, backslashes and line separators: parsers
 * disagree on them.
 */
// deno-lint-ignore no-control-regex -- control characters are what it looks for
const AMBIGUOUS = /[\u0000-\u001f\u007f-\u00a0\u2028\u2029\ufeff\\]/;
/** The limit on the characters of a target, from its path on. */
export const MAX_TARGET = 2048;

/**
 * Returns the absolute URL that a client may be sent to, or null: a path of
 * this origin, or an absolute http(s) URL of it, outside the auth routes except
 * the page of a kept form and those of the account. The result is the URL parser's output, never the input itself.
 *
 * @param input the text that the client sent
 * @param origin the public origin
 * @param basePath the path that the auth routes live under
 */
export function toSafeTarget(
  input: unknown,
  origin: string,
  basePath: string,
): string | null {
  const url = parseTarget(input, origin);
  if (url === null || url.origin !== origin) return null;
  // An auth page as the target could only loop, or sign the visitor out again.
  const { pathname } = url;
  const isAuth = pathname === basePath || pathname.startsWith(`${basePath}/`);
  const isTarget = TARGETS.some((name) => pathname === `${basePath}/${name}`);
  return isAuth && !isTarget ? null : url.href;
}

/** Auth pages that visitors come back to after signing in: each asks before it does anything. */
const TARGETS = ["resume", "password", "email", "factors"];

/**
 * Returns the absolute http(s) URL that application code chose (its `redirect`
 * callback, a page of its own), or null if it is not one. Other origins are the
 * application's decision.
 */
export function toHostTarget(input: unknown, origin: string): string | null {
  return parseTarget(input, origin)?.href ?? null;
}

function parseTarget(input: unknown, origin: string): URL | null {
  if (typeof input !== "string") return null;
  if (AMBIGUOUS.test(input)) return null;
  const isPath = input.startsWith("/") && !input.startsWith("//");
  if (!isPath && !/^https?:\/\//i.test(input)) return null;
  if (!URL.canParse(input, origin)) return null;
  const url = new URL(input, origin);
  if (url.username !== "" || url.password !== "") return null;
  // The path of `/a/..//evil` would be read as a host by a browser.
  if (url.pathname.startsWith("//")) return null;
  return cutTarget(url);
}

/** Removes what makes a target too long; null if its path is. */
export function cutTarget(target: URL, limit = MAX_TARGET): URL | null {
  const url = new URL(target);
  const isLong = () => url.href.length - url.origin.length > limit;
  if (isLong()) url.hash = "";
  if (isLong()) url.search = "";
  return isLong() ? null : url;
}

/** Adds parameters to a URL's query; null leaves one out. */
export function withQuery(
  url: string,
  params: Readonly<Record<string, string | null>>,
): string {
  const result = new URL(url);
  for (const [name, value] of Object.entries(params)) {
    if (value !== null) result.searchParams.set(name, value);
  }
  return result.href;
}

/** Whether a URL is on this machine, so that plain http is allowed. */
export function isLoopback(url: URL): boolean {
  return url.hostname === "localhost" || url.hostname === "[::1]" ||
    url.hostname.endsWith(".localhost") ||
    /^127(?:\.\d{1,3}){3}$/.test(url.hostname);
}
