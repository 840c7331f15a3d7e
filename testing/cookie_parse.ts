/** Parses `Set-Cookie` as browsers do (RFC 6265bis 5.6 and 5.7). */

import { isAddress, isTrustworthy } from "./site.ts";

/** One cookie in the jar. */
export interface Cookie {
  /** The name, including any `__Host-` or `__Secure-`. */
  readonly name: string;
  /** The value as it was sent. */
  readonly value: string;
  /** The host, or the `Domain` attribute without a leading dot. */
  readonly domain: string;
  /** True without a `Domain` attribute: never sent to subdomains. */
  readonly hostOnly: boolean;
  /** The `Path` attribute, or the directory of the URL that set the cookie. */
  readonly path: string;
  /** Sent only over https and to localhost. */
  readonly secure: boolean;
  /** Not readable by scripts. */
  readonly httpOnly: boolean;
  /** `"Lax"` when the attribute is missing. */
  readonly sameSite: "Strict" | "Lax" | "None";
  /** Milliseconds since the epoch; `undefined` for a session cookie. */
  readonly expires: number | undefined;
}

/** The reason why a browser refuses a `Set-Cookie`, for test reports. */
export interface Refusal {
  /** The cookie's name. */
  readonly name: string;
  /** The reason, in words. */
  readonly refused: string;
}

const MAX_PAIR_BYTES = 4096;
const MAX_ATTRIBUTE_BYTES = 1024;
const MAX_AGE_MILLISECONDS = 400 * 24 * 60 * 60 * 1000;
// deno-lint-ignore no-control-regex -- these are what the rule is about
const controlCharacter = /[\x00-\x08\x0a-\x1f\x7f]/;

/** Parses one `Set-Cookie` header that came from `url`. */
export function parseSetCookie(url: URL, header: string): Cookie | Refusal {
  const [pair = "", ...rest] = header.split(";");
  const equals = pair.indexOf("=");
  const name = pair.slice(0, Math.max(equals, 0)).trim();
  const value = pair.slice(equals + 1).trim();
  const attributes = readAttributes(rest);
  const domain = readDomain(url, attributes);
  if (domain === undefined) {
    return { name, refused: "the Domain is not the host's own" };
  }
  const cookie: Cookie = {
    name,
    value,
    ...domain,
    path: readPath(url, attributes),
    secure: attributes.has("secure"),
    httpOnly: attributes.has("httponly"),
    sameSite: readSameSite(attributes),
    expires: readExpires(attributes),
  };
  const refused = findRefusal(url, header, cookie, attributes);
  return refused === undefined ? cookie : { name, refused };
}

/**
 * Reads the attributes. The last of several with the same name counts;
 * over-long values are ignored.
 */
function readAttributes(parts: readonly string[]): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf("=");
    const name = (equals < 0 ? part : part.slice(0, equals)).trim()
      .toLowerCase();
    const value = equals < 0 ? "" : part.slice(equals + 1).trim();
    if (toBytes(value) <= MAX_ATTRIBUTE_BYTES) attributes.set(name, value);
  }
  return attributes;
}

function readDomain(
  url: URL,
  attributes: ReadonlyMap<string, string>,
): Pick<Cookie, "domain" | "hostOnly"> | undefined {
  const host = url.hostname;
  const domain = (attributes.get("domain") ?? "").toLowerCase().replace(
    /^\./,
    "",
  );
  if (domain === "") return { domain: host, hostOnly: true };
  if (domain === host) {
    return { domain, hostOnly: isAddress(host) || !host.includes(".") };
  }
  // A single label is a public suffix: a cookie for all of `.example` is
  // refused.
  const covers = host.endsWith(`.${domain}`) && domain.includes(".") &&
    !isAddress(host);
  return covers ? { domain, hostOnly: false } : undefined;
}

function readPath(url: URL, attributes: ReadonlyMap<string, string>): string {
  const path = attributes.get("path") ?? "";
  if (path.startsWith("/")) return path;
  return url.pathname.slice(0, url.pathname.lastIndexOf("/")) || "/";
}

function readSameSite(
  attributes: ReadonlyMap<string, string>,
): Cookie["sameSite"] {
  switch (attributes.get("samesite")?.toLowerCase()) {
    case "strict":
      return "Strict";
    case "none":
      return "None";
    default:
      return "Lax";
  }
}

/**
 * Reads the expiry. `Max-Age` wins over `Expires`; the lifetime is capped at
 * 400 days.
 */
function readExpires(
  attributes: ReadonlyMap<string, string>,
): number | undefined {
  const now = Date.now();
  const latest = now + MAX_AGE_MILLISECONDS;
  const maxAge = attributes.get("max-age");
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) {
    const seconds = Number(maxAge);
    return seconds <= 0 ? 0 : Math.min(now + seconds * 1000, latest);
  }
  const date = Date.parse(attributes.get("expires") ?? "");
  return Number.isNaN(date) ? undefined : Math.min(date, latest);
}

function findRefusal(
  url: URL,
  header: string,
  cookie: Cookie,
  attributes: ReadonlyMap<string, string>,
): string | undefined {
  const { name, value } = cookie;
  if (name === "" && value === "") return "empty";
  if (controlCharacter.test(header)) return "control character";
  if (toBytes(name) + toBytes(value) > MAX_PAIR_BYTES) {
    return "name and value over 4096 bytes";
  }
  if (cookie.secure && !isTrustworthy(url)) {
    return "Secure from an insecure origin";
  }
  if (cookie.sameSite === "None" && !cookie.secure) {
    return "SameSite=None without Secure";
  }
  // A nameless cookie is sent as its bare value, which must not look like a
  // prefixed one.
  const shown = (name || value).toLowerCase();
  if (shown.startsWith("__secure-") || shown.startsWith("__host-")) {
    if (name === "") return "a prefix without a name";
    if (!cookie.secure) return "a prefix without Secure";
  }
  if (shown.startsWith("__host-")) {
    if (attributes.get("domain")) return "__Host- with a Domain";
    if (attributes.get("path") !== "/") return "__Host- without Path=/";
  }
  return undefined;
}

function toBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
