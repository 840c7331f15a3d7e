/**
 * The present request in an application of Next's: headers and cookies, which
 * its functions give anywhere, and what they do not say.
 *
 * @module
 */

import type { Cookie } from "../../core/http/cookie_policy.ts";
import { toPageRequest } from "../../core/pipeline/host/web_request.ts";
import type { Incoming } from "../../core/request/request_head.ts";

/** The cookies of Next's. */
interface CookieStore {
  readonly set: (name: string, value: string, options: object) => unknown;
  readonly delete: unknown;
}

/** The header by which `proxy.ts` tells a page its path. */
export const PATH = "x-latchkey-path";

/** The origin in URLs, which the headers replace. */
const LOCAL = "http://localhost";

/** The requests by the headers that Next gives: one object for each request. */
const requests = new WeakMap<object, Request>();
const jars = new WeakMap<Request, CookieStore>();
const mounts = new WeakMap<Request, string>();
const written = new WeakMap<Request, Set<string>>();
/** The paths of requests while a page asks who may see it. */
const pages = new WeakMap<Request, string>();

/**
 * Returns the present request, always the same object.
 *
 * @param given the request, where Next gives it
 * @throws an error of Next's where there is no request, as while it makes
 * something for everybody
 */
export async function findRequest(given?: Request): Promise<Request> {
  const { cookies, headers } = await loadHeaders();
  const own = await headers();
  const request = given ?? requests.get(own) ?? toRequest(own);
  if (!requests.has(own)) requests.set(own, request);
  // Those of an action can be changed, those of the page that follows cannot.
  jars.set(request, await cookies());
  return request;
}

async function loadHeaders(): Promise<{
  readonly headers: () => Promise<Headers>;
  readonly cookies: () => Promise<CookieStore>;
}> {
  // A build that puts this into a browser fails.
  await import("server-only" as string);
  // Next is no dependency, and has no types here: no checker follows this.
  return await import("next/headers.js" as string);
}

/** Builds a request of headers. Only those of forms have a content type. */
function toRequest(headers: Headers): Request {
  // Without `proxy.ts`, it is the client who says so.
  const path = headers.get(PATH) ?? "/";
  const url = URL.canParse(path, LOCAL) ? new URL(path, LOCAL) : LOCAL;
  return new Request(url, {
    method: headers.has("content-type") ? "POST" : "GET",
    headers: [...headers],
  });
}

/** Notes where the auth routes are: the URL there lacks `basePath` of Next. */
export function mount(request: Request, params: object): void {
  const { pathname } = new URL(request.url);
  const parts = pathname.split("/");
  const depth = Object.values(params).flat().length;
  mounts.set(request, parts.slice(0, parts.length - depth).join("/"));
}

/** Does something with a request as that for a page of this application. */
export async function asPage<T>(
  request: Request,
  path: string,
  act: () => Promise<T>,
): Promise<T> {
  pages.set(request, path);
  try {
    return await act();
  } finally {
    pages.delete(request);
  }
}

/** Keeps the cookies of a request as they are. */
export function freeze(request: Request): void {
  const set = () => {};
  jars.set(request, { set, delete: set });
}

/**
 * Whether no cookies can be set: Next's store then has one function that throws,
 * for all that would change it. Next documents that it throws while a page is
 * rendered, and nothing that tells before; to try would be too late for a
 * session that has got its new id, and would set a cookie where it is allowed.
 */
export function isReadOnly(request: Request): boolean {
  const jar = jars.get(request);
  return pages.has(request) || (jar !== undefined && jar.set === jar.delete);
}

/** Sets cookies by the store of Next's, if there is one. */
export function setCookies(
  request: Request,
  cookies: readonly Cookie[],
): boolean {
  const jar = jars.get(request);
  for (const { name, value, maxAge, attributes } of cookies) {
    // The page that follows an action reads the session, with its cookies.
    if (jar === undefined || isWritten(request, `${name}=${value}`)) continue;
    jar.set(name, value, {
      httpOnly: true,
      sameSite: "lax",
      ...attributes,
      ...(maxAge === null ? {} : { maxAge }),
    });
  }
  return jar !== undefined;
}

/** Whether a cookie has been set before. */
function isWritten(request: Request, cookie: string): boolean {
  const known = written.get(request) ?? new Set();
  written.set(request, known);
  return known.size === known.add(cookie).size;
}

/** Adds what the URL of a request of Next's does not say. */
export function toIncoming(incoming: Incoming, request: Request): Incoming {
  const path = pages.get(request);
  const own = {
    ...incoming,
    origin: () => readOrigin(request),
    mount: mounts.get(request) ?? null,
  };
  // Next's own scripts do not accept HTML by name.
  return path === undefined
    ? own
    : { ...toPageRequest(own, path), method: "GET" };
}

/** Reads the origin from the headers: the URL has the host that Next listens on. */
function readOrigin({ headers, url }: Request): string | null {
  const protocol = headers.get("x-forwarded-proto") ?? new URL(url).protocol;
  const host = headers.get("host");
  return host && `${/^https\b/.test(protocol) ? "https" : "http"}://${host}`;
}
