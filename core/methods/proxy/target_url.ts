import { InvalidRequest } from "../../errors/errors.ts";
import { splitTarget } from "../../request/request_head.ts";

/** An API, and the place where browsers find it. */
export interface ProxyPlace {
  /** The API's URL; requests stay at or below its path. */
  readonly target: URL;
  /** The path of the proxy, as browsers see it; empty at the root. */
  readonly mount: string;
}

/**
 * Characters on which servers disagree: controls, blanks, separators that are
 * encoded or doubled, and backslashes, which some read as slashes.
 */
const AMBIGUOUS = /[^!-~]|[\\#]|\/\/|%(?:[01][\da-f]|7f|2f|5c)/i;

/** Characters that never occur in a query as browsers send it. */
const NOT_IN_QUERY = /[^!-~]|#/;

/**
 * Returns the API's URL for a request. What servers could read as a way out of
 * the target's path is refused, not repaired.
 *
 * @param asked path and query below the proxy, as the browser sent them
 * @throws InvalidRequest
 */
export function toTargetUrl(target: URL, asked: string): URL {
  const [path = "", query] = splitTarget(asked);
  if (isPlain(path) && !NOT_IN_QUERY.test(query ?? "")) {
    const text = target.origin + toBase(target) + path +
      (query === undefined ? "" : `?${query}`);
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url !== null && isInside(target, url)) return url;
  }
  throw new InvalidRequest(
    "The path has dot segments, encoded or doubled slashes, or other characters that the proxy does not pass on.",
  );
}

/**
 * Returns the path by which browsers reach a URL of the API through the proxy;
 * null if they cannot.
 *
 * @param text a URL, or a reference that is relative to another
 * @param from the URL that it is relative to
 */
export function toPublicPath(
  { target, mount }: ProxyPlace,
  text: string,
  from: URL,
): string | null {
  if (!URL.canParse(text, from.href)) return null;
  const url = new URL(text, from.href);
  const rest = url.pathname.slice(toBase(target).length);
  return isInside(target, url) && isPlain(rest) && isPlain(mount)
    ? (mount + rest || "/") + url.search + url.hash
    : null;
}

/** Whether every server reads a path as it is written, without dot segments. */
function isPlain(path: string): boolean {
  if (path !== "" && !path.startsWith("/")) return false;
  return !AMBIGUOUS.test(path) && isEncoded(path) &&
    !path.split("/").some(isDots);
}

/** Whether a path is correctly encoded UTF-8; other encodings can hide a dot. */
function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether a segment is a dot segment, with or without parameters. */
function isDots(segment: string): boolean {
  const [name = ""] = segment.split(/;|%3b/i, 1);
  return /^(?:\.|%2e){1,2}$/i.test(name);
}

function isInside(target: URL, url: URL): boolean {
  return url.origin === target.origin && url.username === "" &&
    url.password === "" && `${url.pathname}/`.startsWith(`${toBase(target)}/`);
}

/** The target's path, without a slash at the end. */
function toBase({ pathname }: URL): string {
  return pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
}
