/**
 * Reads `Set-Cookie` as a browser does (RFC 6265bis), and says what a browser
 * would not keep.
 *
 * @module
 */

/** A cookie as it arrived. */
export interface ArrivedCookie {
  readonly name: string;
  readonly value: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** In lower case; empty: the browser decides. */
  readonly sameSite: string;
  /** Empty: this host only. */
  readonly domain: string;
  readonly path: string;
  /** Whether the browser removes it. */
  readonly isRemoval: boolean;
  /** The characters of the name and the value. */
  readonly size: number;
  /** Whether another cookie was joined to it by a comma. */
  readonly isJoined: boolean;
}

/** The most characters that browsers keep of a cookie. */
export const MAX_COOKIE = 4096;

/** Reads one header. */
export function parseCookie(header: string): ArrivedCookie {
  const [pair = "", ...rest] = header.split(";");
  const [name = "", ...parts] = pair.split("=");
  const value = parts.join("=").trim();
  const attributes = new Map(rest.map((one) => {
    const [key = "", ...words] = one.split("=");
    return [key.trim().toLowerCase(), words.join("=").trim()] as const;
  }));
  return {
    name: name.trim(),
    value,
    secure: attributes.has("secure"),
    httpOnly: attributes.has("httponly"),
    sameSite: attributes.get("samesite")?.toLowerCase() ?? "",
    domain: (attributes.get("domain") ?? "").replace(/^\./, "").toLowerCase(),
    path: attributes.get("path") ?? "",
    isRemoval: attributes.get("max-age") === "0" || value === "",
    size: name.trim().length + value.length,
    isJoined: isJoined(header),
  };
}

/** A comma is elsewhere only in the date of `Expires`, which has no name. */
function isJoined(header: string): boolean {
  return /,\s?[\w.-]+=[^;,]*;/.test(header);
}

/** Returns why a browser does not keep a cookie, as the rest of a sentence. */
export function findRefusal(
  { name, secure, domain, path, sameSite, size }: ArrivedCookie,
  url: URL,
): string | null {
  const isSecure = url.protocol === "https:";
  const host = url.hostname;
  if (secure && !isSecure && !isLocal(host)) {
    return "has Secure, and came over http";
  }
  if (domain !== "" && domain !== host && !host.endsWith(`.${domain}`)) {
    return `has Domain=${domain}, and this host is ${host}`;
  }
  if (name.startsWith("__Host-") && (domain !== "" || path !== "/")) {
    return "has the prefix __Host- and a Domain, or another Path than /";
  }
  if (/^__(?:Host|Secure)-/.test(name) && !secure) {
    return "has a prefix that needs Secure, which is missing";
  }
  if (sameSite === "none" && !secure) return "has SameSite=None without Secure";
  return size > MAX_COOKIE ? `has ${size} characters` : null;
}

function isLocal(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/** Writes the cookies that a browser would send back. */
export function toCookieHeader(
  cookies: readonly ArrivedCookie[],
  url: URL,
): string {
  return cookies
    .filter((one) => !one.isRemoval && findRefusal(one, url) === null)
    .map(({ name, value }) => `${name}=${value}`).join("; ");
}
