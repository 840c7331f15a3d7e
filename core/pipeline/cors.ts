/**
 * Answers to pages of the origins that `cors` lists (Fetch section 3.3). No other
 * origin learns that there is a list.
 *
 * @module
 */

import { type HeaderList, SAFE } from "../http/headers.ts";
import type { Context } from "../request/context.ts";
import { findListedOrigin } from "../request/listed_origin.ts";
import type { Outcome } from "../request/outcome.ts";
import type { Reply } from "./answer.ts";

/** Seconds that a browser may keep the answer to a pre-flight. */
const MAX_AGE = 600;

/** Whether a browser asks if a script of a listed origin may send a request. */
export function isPreflight({ request, settings }: Context): boolean {
  return request.method === "OPTIONS" && request.refusal === null &&
    request.header("access-control-request-method") !== null &&
    findListedOrigin(settings, request) !== null;
}

/** Answers a pre-flight of a listed origin, which carries no cookies. */
export function toPreflightReply(ctx: Context): Reply {
  const headers: HeaderList = [
    ...SAFE,
    ...toCorsHeaders(ctx, "preflight"),
    ["access-control-allow-methods", "GET, HEAD, POST"],
    ["access-control-allow-headers", "Content-Type, X-Auth-Return-Redirect"],
    ["access-control-max-age", `${MAX_AGE}`],
  ];
  return { status: 204, headers, cookies: [], body: null };
}

/** The headers that let a script of a listed origin read an answer. */
export function toCorsHeaders(
  { request, settings }: Context,
  kind: Outcome["kind"] | "preflight",
): HeaderList {
  if (settings.corsOrigins.length === 0) return [];
  const isPublic = kind === "file" || kind === "preflight";
  // Caches must not give one page the answer to another.
  const vary = ["vary", isPublic ? "Origin" : "Cookie, Origin"] as const;
  const origin = findListedOrigin(settings, request);
  if (origin === null) return [vary];
  return [
    vary,
    ["access-control-allow-origin", origin],
    ["access-control-allow-credentials", "true"],
    ["access-control-expose-headers", "Retry-After"],
  ];
}
