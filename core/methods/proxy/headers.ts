/**
 * The headers that pass a proxy. Each direction has a list of headers that
 * pass, and another of headers that never do, whatever the application lists.
 *
 * @module
 */

import { type HeaderList, SAFE } from "../../http/headers.ts";
import { type ProxyPlace, toPublicPath } from "./target_url.ts";

/** Headers of requests that pass. */
const REQUEST: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "content-encoding",
  "content-language",
  "content-length",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "if-unmodified-since",
  "last-event-id",
  "prefer",
  "range",
]);

/** Headers of answers that pass as they are. */
const RESPONSE: ReadonlySet<string> = new Set([
  "accept-ranges",
  "age",
  "allow",
  "content-disposition",
  "content-language",
  "content-length",
  "content-range",
  "content-type",
  "deprecation",
  "etag",
  "last-modified",
  "preference-applied",
  "retry-after",
  "sunset",
  "x-request-id",
]);

/** Further headers of answers that pass: how often a client may ask. */
const RATE = /^(?:x-)?rate-?limit(?:-|$)/;

/**
 * Headers for one connection only (RFC 9110 section 7.6.1), and those that name
 * the visitor, prove something of them, or say where the request came from.
 */
const NEVER_ASKED =
  /^(?::.*|accept-encoding|authorization|connection|cookie2?|dpop|expect|forwarded|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-real-ip)$/;

/**
 * Headers for one connection only, and those by which an API would speak for
 * the whole origin of the application.
 */
const NEVER_ANSWERED =
  /^(?:accept-ch|access-control-.*|alt-svc|clear-site-data|connection|content-encoding|content-security-policy.*|cross-origin-.*|keep-alive|nel|origin-agent-cluster|permissions-policy|proxy-.*|public-key-.*|refresh|report-to|reporting-endpoints|service-worker-allowed|strict-transport-security|te|trailer|transfer-encoding|upgrade|www-authenticate)$/;

/** Headers that keep an answer of the API from acting as a page of this origin. */
const HARMLESS: HeaderList = [
  ...SAFE,
  [
    "content-security-policy",
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  ],
  ["cross-origin-resource-policy", "same-origin"],
  ["vary", "Cookie"],
];

/**
 * Returns the headers for the API.
 *
 * @param more further names that the application lists, in lower case
 */
export function toRequestHeaders(
  sent: Iterable<readonly [name: string, value: string]>,
  more: readonly string[],
): Headers {
  const all = [...sent];
  const named = listNamed(all);
  // Some APIs demand one, and not every runtime sends one by itself.
  const headers = new Headers({ "user-agent": "latchkey" });
  if (more.includes("user-agent")) headers.delete("user-agent");
  for (const [name, value] of all) {
    const passes = (REQUEST.has(name) || more.includes(name)) &&
      !NEVER_ASKED.test(name) && !named.includes(name);
    if (passes) headers.append(name, value);
  }
  return headers;
}

/** The answer of an API, and where it belongs. */
export interface ApiAnswer {
  readonly response: Response;
  /** The URL that was asked. */
  readonly url: URL;
  readonly place: ProxyPlace;
  /** Further header names that the application lists, in lower case. */
  readonly more: readonly string[];
  /** Whether a cookie's name is one of the library's. */
  readonly isOwnCookie: (name: string) => boolean;
}

/** Returns the headers for the browser. */
export function toResponseHeaders(answer: ApiAnswer): HeaderList {
  const { response, more } = answer;
  const all = [...response.headers];
  const named = listNamed(all);
  const passed = all.filter(([name]) =>
    (RESPONSE.has(name) || RATE.test(name) || more.includes(name)) &&
    !NEVER_ANSWERED.test(name) && !named.includes(name) &&
    !REWRITTEN.has(name) &&
    (name !== "content-length" || hasOwnLength(response.headers))
  );
  const hasBody = response.body !== null;
  const isTyped = response.headers.has("content-type");
  return [
    ...passed,
    ...(hasBody && !isTyped
      ? [["content-type", "application/octet-stream"] as const]
      : []),
    ...listRewritten(answer),
    ["cache-control", toPrivate(response.headers.get("cache-control"))],
    ...HARMLESS,
  ];
}

/**
 * Whether `Content-Length` is the length of the body that `fetch` gives: it has
 * decoded the body, and a body in chunks ends where they say (RFC 9112 section
 * 6.3).
 */
export function hasOwnLength(headers: Headers): boolean {
  return headers.has("content-length") && !headers.has("content-encoding") &&
    !headers.has("transfer-encoding");
}

/** Headers that are written anew. */
const REWRITTEN: ReadonlySet<string> = new Set([
  "cache-control",
  "content-location",
  "link",
  "location",
  "referrer-policy",
  "set-cookie",
  "vary",
  "x-content-type-options",
]);

function* listRewritten(
  { response: { headers }, url, place, more, isOwnCookie }: ApiAnswer,
): Iterable<readonly [string, string]> {
  for (const name of ["location", "content-location"]) {
    const value = headers.get(name);
    const path = value === null ? null : toPublicPath(place, value, url);
    if (path !== null) yield [name, path];
  }
  const link = toPublicLink(
    headers.get("link"),
    (text) => toPublicPath(place, text, url),
  );
  if (link !== null) yield ["link", link];
  if (!more.includes("set-cookie")) return;
  for (const text of headers.getSetCookie()) {
    if (!isOwnCookie(toSentName(text))) yield ["set-cookie", text];
  }
}

/**
 * Returns the name under which a browser will send a cookie. It sends one
 * without a name as its value alone, which then reads as name and value
 * (RFC 6265bis section 5.8.3).
 */
function toSentName(text: string): string {
  const [name = ""] = text.replace(/^[=\s]+/, "").split(/[=;]/, 1);
  return name.trim();
}

/** The text of a parameter (RFC 9110 section 5.6.4), and the quote at its end, if there is one. */
const QUOTED = /"(?:[^"\\]|\\.)*("?)/g;

/**
 * A link whose URL and quoted texts have been cut out. It has no `anchor`,
 * which is a URL, too.
 */
const LINK = /^\s*<>(?!.*;\s*anchor\b)[^<>"]*$/i;

/**
 * Rewrites the URLs of a Link header (RFC 8288), by which APIs lead to their
 * next page; null if one of them is elsewhere, or stands where none belongs.
 */
function toPublicLink(
  value: string | null,
  toPath: (text: string) => string | null,
): string | null {
  if (value === null) return null;
  const links = value.replace(/<[^<>]*>/g, "<>")
    .replace(QUOTED, (_all, end) => end === "" ? '"' : "").split(",");
  let isWhole = links.every((one) => LINK.test(one));
  const rewritten = value.replace(/<([^<>]*)>/g, (_all, text: string) => {
    const path = toPath(text);
    if (path === null) isWhole = false;
    return `<${path}>`;
  });
  return isWhole ? rewritten : null;
}

/**
 * Keeps an answer out of shared caches: it was made for one user. The API may
 * allow the browser to keep it.
 */
function toPrivate(value: string | null): string {
  if (value === null) return "private, no-cache";
  const kept = value.split(",").map((one) => one.trim().toLowerCase())
    .filter((one) =>
      /^(?:max-age=\d+|must-revalidate|no-[a-z]+|immutable)$/
        .test(one)
    );
  return ["private", ...kept].join(", ");
}

/** Lists the headers that `Connection` names: they are for one connection only. */
function listNamed(
  headers: readonly (readonly [name: string, value: string])[],
): readonly string[] {
  return headers.filter(([name]) => name === "connection")
    .flatMap(([, value]) => value.split(","))
    .map((one) => one.trim().toLowerCase());
}
