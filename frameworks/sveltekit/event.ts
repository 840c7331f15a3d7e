/**
 * What SvelteKit's events have beside the request.
 *
 * @module
 */

import type { Cookie } from "../../core/http/cookie_policy.ts";
import { toPageRequest } from "../../core/pipeline/host/web_request.ts";
import type { Incoming } from "../../core/request/request_head.ts";
import type { SvelteKitEvent } from "./types.ts";

/** A request of the browser's router for data is one for the page. */
export function toPage(
  incoming: Incoming,
  { isDataRequest, url }: SvelteKitEvent,
): Incoming {
  return isDataRequest
    ? toPageRequest(incoming, url.pathname + url.search)
    : incoming;
}

/** SvelteKit throws for the query while it renders a page ahead of requests. */
export function isPrerendering({ url }: SvelteKitEvent): boolean {
  try {
    return url.search === undefined;
  } catch {
    return true;
  }
}

/**
 * Sets cookies where requests inside of this one find them. The response is
 * finished with them all the same, because not every one is SvelteKit's.
 */
export function keepCookies(
  { cookies: jar }: SvelteKitEvent,
  cookies: readonly Cookie[],
): false {
  for (const { name, value, maxAge, attributes } of cookies) {
    const options = {
      ...attributes,
      path: attributes.path ?? "/",
      ...(maxAge === null ? {} : { maxAge }),
      encode: String,
    };
    try {
      jar.set(name, value, options);
    } catch {
      // The response has been made, which a request inside cannot outlive.
    }
  }
  return false;
}
