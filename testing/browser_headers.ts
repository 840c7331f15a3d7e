/** The headers that identify where a request comes from. */

import { isSameSite, isTrustworthy } from "./site.ts";

/** The page that a request comes from. */
export interface Initiator {
  readonly url: URL;
  /** Its referrer policy. */
  readonly policy: string;
}

/** A request with its history. */
export interface Trip {
  /** `undefined`: the user typed the address or used a bookmark. */
  readonly initiator: Initiator | undefined;
  /** All URLs so far, through all redirects; the last one is requested now. */
  readonly chain: readonly [...URL[], URL];
  readonly method: string;
  readonly mode: string;
  /** True if a user clicked; false if the page itself navigated. */
  readonly byPerson: boolean;
}

export const defaultPolicy = "strict-origin-when-cross-origin";

const policies = [
  "no-referrer",
  "no-referrer-when-downgrade",
  "origin",
  "origin-when-cross-origin",
  "same-origin",
  "strict-origin",
  "strict-origin-when-cross-origin",
  "unsafe-url",
];

/**
 * Returns the last policy in the header that the browser knows, or `undefined`.
 */
export function readReferrerPolicy(headers: Headers): string | undefined {
  const names = (headers.get("referrer-policy") ?? "").toLowerCase().split(",");
  return names.map((name) => name.trim()).findLast((name) =>
    policies.includes(name)
  );
}

/** Returns the URL that a trip requests now. */
export function toTarget(trip: Trip): URL {
  return trip.chain[trip.chain.length - 1] as URL;
}

/**
 * Whether SameSite cookies count the request as same-site. Redirects through
 * another site make it cross-site, as RFC 6265bis says; Chrome is currently
 * more lenient.
 */
export function isSameSiteTrip(trip: Trip): boolean {
  const target = toTarget(trip);
  const from = trip.initiator ? [trip.initiator.url] : [];
  return [...from, ...trip.chain].every((url) => isSameSite(url, target));
}

/** Returns `Sec-Fetch-*`, `Origin` and `Referer` of a request. */
export function toContextHeaders(trip: Trip): Record<string, string> {
  const origin = toOrigin(trip);
  const referrer = toReferrer(trip);
  return {
    ...(isTrustworthy(toTarget(trip)) ? toFetchMetadata(trip) : {}),
    ...(origin === undefined ? {} : { origin }),
    ...(referrer === undefined ? {} : { referer: referrer }),
  };
}

function toFetchMetadata(trip: Trip): Record<string, string> {
  const isNavigation = trip.mode === "navigate";
  return {
    "sec-fetch-site": toSecFetchSite(trip),
    "sec-fetch-mode": trip.mode,
    "sec-fetch-dest": isNavigation ? "document" : "empty",
    ...(isNavigation && trip.byPerson ? { "sec-fetch-user": "?1" } : {}),
  };
}

function toSecFetchSite({ initiator, chain }: Trip): string {
  if (!initiator) return "none";
  const others = chain.filter((url) => url.origin !== initiator.url.origin);
  if (others.length === 0) return "same-origin";
  return others.every((url) => isSameSite(url, initiator.url))
    ? "same-site"
    : "cross-site";
}

/** Implements "append a request `Origin` header" of the Fetch standard. */
function toOrigin(trip: Trip): string | undefined {
  const { initiator, method, mode } = trip;
  const target = toTarget(trip);
  if (!initiator) return undefined;
  const origin = isTainted(trip) ? "null" : initiator.url.origin;
  if (mode === "cors" && target.origin !== initiator.url.origin) return origin;
  if (method === "GET" || method === "HEAD") return undefined;
  if (mode === "cors") return origin;
  switch (initiator.policy) {
    case "no-referrer":
      return "null";
    case "same-origin":
      return target.origin === initiator.url.origin ? origin : "null";
    case "no-referrer-when-downgrade":
    case "strict-origin":
    case "strict-origin-when-cross-origin":
      return initiator.url.protocol === "https:" && target.protocol !== "https:"
        ? "null"
        : origin;
    default:
      return origin;
  }
}

/**
 * True if a foreign site has redirected to yet another origin: the request's
 * origin is then opaque.
 */
function isTainted({ initiator, chain }: Trip): boolean {
  return chain.some((url, index) => {
    const previous = chain[index - 1];
    return previous !== undefined && previous.origin !== url.origin &&
      previous.origin !== initiator?.url.origin;
  });
}

function toReferrer(trip: Trip): string | undefined {
  const { initiator } = trip;
  if (!initiator) return undefined;
  const target = toTarget(trip);
  const full = initiator.url.origin + initiator.url.pathname +
    initiator.url.search;
  const origin = `${initiator.url.origin}/`;
  const isSameOrigin = target.origin === initiator.url.origin;
  const isDowngrade = isTrustworthy(initiator.url) && !isTrustworthy(target);
  switch (initiator.policy) {
    case "no-referrer":
      return undefined;
    case "unsafe-url":
      return full;
    case "origin":
      return origin;
    case "origin-when-cross-origin":
      return isSameOrigin ? full : origin;
    case "same-origin":
      return isSameOrigin ? full : undefined;
    case "strict-origin":
      return isDowngrade ? undefined : origin;
    case "no-referrer-when-downgrade":
      return isDowngrade ? undefined : full;
    default:
      if (isSameOrigin) return full;
      return isDowngrade ? undefined : origin;
  }
}
