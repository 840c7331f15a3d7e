/** Origins and sites, which browsers compare for cookies and headers. */

/**
 * Returns the site of a URL: scheme and registrable domain. The domain is
 * assumed to be the last two labels, which is wrong for `co.uk` and the like; a
 * public suffix list would be too much for tests.
 */
export function toSite(url: URL): string {
  const host = url.hostname;
  if (isAddress(host)) return `${url.protocol}//${host}`;
  return `${url.protocol}//${host.split(".").slice(-2).join(".")}`;
}

/**
 * Whether two URLs belong to one site. Schemes count, as in Chrome ("schemeful
 * same-site").
 */
export function isSameSite(one: URL, other: URL): boolean {
  return toSite(one) === toSite(other);
}

/** Whether a host is an IP address, which has no subdomains. */
export function isAddress(host: string): boolean {
  return host.startsWith("[") || /^[\d.]+$/.test(host);
}

/**
 * Whether a browser treats the URL as secure: https, and localhost over http.
 */
export function isTrustworthy(url: URL): boolean {
  if (url.protocol === "https:") return true;
  const host = url.hostname;
  return host === "localhost" || host.endsWith(".localhost") ||
    host === "127.0.0.1" ||
    host === "[::1]";
}
