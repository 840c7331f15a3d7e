/**
 * What a response has to say besides what the application makes of it: cookies,
 * and what caches have to know. It is collected while a request is handled, and
 * added to the response at the end.
 *
 * @module
 */

import type { Cookie } from "../../http/cookie_policy.ts";
import {
  addVary,
  deleteKeeping,
  LIMITED,
  NO_STORE,
} from "../../http/headers.ts";
import { addCookies, withHeaders } from "../response.ts";

/** What the response to a request has to say. */
export interface Collected {
  readonly cookies: Map<string, Cookie>;
  /** Whether it shows a session (true), or would if there were one (false). */
  isPrivate: boolean | undefined;
  /** Whether the response has been sent off, so that it takes no more. */
  isFinished: boolean;
}

/** Returns a function that finds what is collected for a request. */
export function createCollector(): (request: Request) => Collected {
  const all = new WeakMap<Request, Collected>();
  return (request) => {
    const found = all.get(request);
    if (found !== undefined) return found;
    const fresh: Collected = {
      cookies: new Map(),
      isPrivate: undefined,
      isFinished: false,
    };
    all.set(request, fresh);
    return fresh;
  };
}

/** Collects cookies, and whether the response shows a session. */
export function collect(
  found: Collected,
  cookies: readonly Cookie[],
  isPrivate?: boolean,
): void {
  for (const cookie of cookies) found.cookies.set(cookie.name, cookie);
  // A response that shows a session anywhere is private as a whole.
  if (found.isPrivate !== true) found.isPrivate = isPrivate ?? found.isPrivate;
}

/** Adds what was collected to a response, which then takes no more. */
export function withCollected(
  response: Response,
  found: Collected,
): Response {
  found.isFinished = true;
  const { cookies, isPrivate } = found;
  const isSet = cookies.size > 0;
  if (!isSet && isPrivate === undefined) return response;
  const headers = new Headers(response.headers);
  // What the response says is newer: that of a sign-out, for example.
  const said = headers.getSetCookie().map((text) => text.split("=", 1)[0]);
  const due = [...cookies.values()].filter(({ name }) => !said.includes(name));
  addCookies(headers, due);
  limitCaches(headers, isSet || isPrivate === true, isSet);
  return withHeaders(response, headers);
}

/**
 * Tells caches what a response depends on. A page for one browser is private,
 * whatever the application says; how private is its own business.
 */
function limitCaches(
  headers: Headers,
  isPrivate: boolean,
  isSet: boolean,
): void {
  const own = headers.get("cache-control");
  const isLimited = /\b(?:private|no-store)\b/i.test(own ?? "");
  const stands = own !== null && !isSet && (isLimited || !isPrivate);
  // CDNs prefer headers of their own.
  if (isPrivate) deleteKeeping(headers);
  for (const [name, value] of isPrivate ? NO_STORE : LIMITED) {
    if (name === "vary") addVary(headers, value);
    else headers.set(name, stands ? own : value);
  }
}
