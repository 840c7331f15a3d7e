/**
 * Sends one request of the test browser, and stores the cookies of the
 * response.
 */

import {
  isSameSiteTrip,
  toContextHeaders,
  toTarget,
} from "./browser_headers.ts";
import type { Trip } from "./browser_headers.ts";
import type { SiteHandler, Sites } from "./browser_types.ts";
import type { CookieJar, RequestContext } from "./cookie_jar.ts";

/** The state of one browser. */
export interface BrowserState {
  readonly sites: Sites;
  readonly jar: CookieJar;
  readonly headers: Readonly<Record<string, string>>;
}

/** The content of a request, besides its history. */
export interface Cargo {
  readonly headers?: RequestInit["headers"];
  readonly body?: RequestInit["body"];
  readonly signal?: RequestInit["signal"];
  readonly withCookies: boolean;
}

const userAgent = "Mozilla/5.0 (test browser)";
const navigationHeaders = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "upgrade-insecure-requests": "1",
};

/** Sends one request to its site and stores the cookies of the response. */
export async function send(
  state: BrowserState,
  trip: Trip,
  cargo: Cargo,
): Promise<Response> {
  const url = toTarget(trip);
  const context: RequestContext = {
    method: trip.method,
    sameSite: isSameSiteTrip(trip),
    navigation: trip.mode === "navigate",
  };
  const cookies = cargo.withCookies ? state.jar.toHeader(url, context) : "";
  const address = new URL(url);
  // Fragments are not sent.
  address.hash = "";
  const request = new Request(address, {
    method: trip.method,
    headers: toHeaders(state, trip, cookies, cargo.headers),
    body: cargo.body ?? null,
    signal: cargo.signal ?? null,
    redirect: "manual",
  });
  const response = await findSite(state.sites, url)(request);
  if (cargo.withCookies) {
    for (const header of response.headers.getSetCookie()) {
      state.jar.store(url, header, context);
    }
  }
  return response;
}

function toHeaders(
  state: BrowserState,
  trip: Trip,
  cookies: string,
  extra: RequestInit["headers"],
): Headers {
  const headers = new Headers({
    "user-agent": userAgent,
    "accept-language": "en",
    ...(trip.mode === "navigate" ? navigationHeaders : { accept: "*/*" }),
    ...state.headers,
    ...toContextHeaders(trip),
    ...(cookies === "" ? {} : { cookie: cookies }),
  });
  new Headers(extra).forEach((value, name) => headers.set(name, value));
  return headers;
}

function findSite(sites: Sites, url: URL): SiteHandler {
  const site = typeof sites === "function" ? sites : sites[url.origin];
  if (!site) throw new Error(`The browser knows no site for ${url.href}`);
  return site;
}
