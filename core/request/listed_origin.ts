import type { Settings } from "../config/settings.ts";
import { toSafeTarget } from "../http/redirects.ts";
import { type Client, readWants } from "./client.ts";

type Listing = Pick<Settings, "corsOrigins">;

/**
 * Finds the origin of the page that sent a request, if `cors` lists it and the
 * browser does not call it another site: a cookie with `SameSite=None` would
 * let such a page in.
 */
export function findListedOrigin(
  { corsOrigins }: Listing,
  { header }: Client,
): string | null {
  const origin = header("origin");
  if (origin === null || !corsOrigins.includes(origin)) return null;
  return header("sec-fetch-site") === "cross-site" ? null : origin;
}

/**
 * Whether a script of a listed origin sent a request. A form of that page cannot
 * ask for JSON.
 */
export function isFromListedScript(listing: Listing, client: Client): boolean {
  return findListedOrigin(listing, client) !== null &&
    readWants(client) !== "html";
}

/**
 * Returns the absolute URL that a client may be sent to, as `toSafeTarget` does:
 * of this origin, or of a listed one.
 */
export function toSiteTarget(
  input: unknown,
  { origin, basePath, settings: { corsOrigins } }: {
    readonly origin: string;
    readonly basePath: string;
    readonly settings: Listing;
  },
): string | null {
  for (const one of [origin, ...corsOrigins]) {
    const target = toSafeTarget(input, one, basePath);
    if (target !== null) return target;
  }
  return null;
}
