/**
 * Cross-origin requests of pages (Fetch section 3.3).
 *
 * @module
 */

import type { HeaderList } from "../../core/http/headers.ts";
import type { ResourceRequest } from "../credential.ts";
import type { Guard } from "../options.ts";
import { Refusal } from "../refusal.ts";
import type { ResourceAnswer } from "./answer.ts";

/** Headers of an answer that scripts of other origins may read. */
const EXPOSED = "WWW-Authenticate, DPoP-Nonce, Mcp-Session-Id, Retry-After";
/** Seconds. Browsers keep the answer to a pre-flight for at most two hours. */
const MAX_AGE = "7200";
/** A list of header names, as a browser sends it. */
const NAMES = /^[\w-]+(?: ?, ?[\w-]+){0,50}$/;

/** The headers of every answer to a request of a page that may read it. */
export function toCorsHeaders(
  { cors }: Guard,
  request: ResourceRequest,
): HeaderList {
  if (cors === null) return [];
  const origin = request.header("origin");
  const isListed = origin !== null && (cors === "*" || cors.has(origin));
  if (!isListed) return [["vary", "Origin"]];
  return [
    ["access-control-allow-origin", cors === "*" ? "*" : origin],
    ["access-control-expose-headers", EXPOSED],
    ...cors === "*" ? [] : [["vary", "Origin"] as const],
  ];
}

/**
 * Answers a pre-flight of a listed origin, which never has credentials. Null for
 * any other request: another API of the application may list its origin.
 */
export function answerPreflight(
  guard: Guard,
  request: ResourceRequest,
): ResourceAnswer | null {
  const method = request.header("access-control-request-method");
  const isPreflight = request.method === "OPTIONS" && method !== null &&
    request.header("origin") !== null;
  if (!isPreflight) return null;
  const own = toCorsHeaders(guard, request);
  const isAllowed = own.some(([name]) => name.startsWith("access-control"));
  if (!isAllowed) return null;
  const asked = request.header("access-control-request-headers") ?? "";
  const allowed: HeaderList = [
    [
      "access-control-allow-methods",
      /^[A-Z]{1,20}$/.test(method) ? method : "",
    ],
    // `*` does not stand for Authorization.
    [
      "access-control-allow-headers",
      NAMES.test(asked) ? asked : "Authorization",
    ],
    ["access-control-max-age", MAX_AGE],
  ];
  return { status: 204, headers: [...own, ...allowed], body: null };
}

/**
 * Asserts that a page that calls is one of this origin, or of a listed one: a
 * page elsewhere may have made its own name point to this machine.
 *
 * @throws Refusal
 */
export function assertListedOrigin(
  { cors, resource }: Guard,
  request: ResourceRequest,
): void {
  const origin = request.header("origin");
  const isListed = origin === null || cors === "*" ||
    cors?.has(origin) === true || origin === new URL(resource).origin;
  if (isListed) return;
  throw new Refusal(
    { status: 403, code: null },
    "The request comes from a page whose origin `cors.origins` does not list.",
  );
}
