/** Checks the `form-action` directive of a Content-Security-Policy. */

/**
 * Whether the policies of a page allow its forms to be sent to `target`. Chrome
 * checks again for every redirect that follows, which breaks sign-in buttons on
 * pages with `'self'`. Paths in sources are not compared (they do not count
 * after a redirect anyway).
 */
export function isFormTargetAllowed(
  headers: Headers,
  page: URL,
  target: URL,
): boolean {
  return (headers.get("content-security-policy") ?? "").split(",").every(
    (policy) => {
      const directives = policy.split(";").map((text) =>
        text.trim().split(/\s+/)
      );
      const sources = directives.find(([name]) =>
        name?.toLowerCase() === "form-action"
      );
      return sources === undefined ||
        sources.slice(1).some((source) =>
          matchesSource(source.toLowerCase(), page, target)
        );
    },
  );
}

function matchesSource(source: string, page: URL, target: URL): boolean {
  if (source === "'self'") return target.origin === page.origin;
  if (source === "*") {
    return target.protocol === "https:" || target.protocol === page.protocol;
  }
  if (/^[a-z][a-z\d+.-]*:$/.test(source)) return target.protocol === source;
  const found =
    /^(?:([a-z][a-z\d+.-]*:)\/\/)?(\*\.)?([^:/*]+)(?::(\d+|\*))?(?:\/.*)?$/
      .exec(source);
  if (!found) return false;
  const [, scheme = page.protocol, wildcard, host = "", port] = found;
  const isHost = wildcard
    ? target.hostname.endsWith(`.${host}`)
    : target.hostname === host;
  const isScheme = target.protocol === scheme ||
    (scheme === "http:" && target.protocol === "https:");
  const isPort = port === "*" || (port ?? "") === target.port ||
    (target.port === "" &&
      port === (target.protocol === "https:" ? "443" : "80"));
  return isHost && isScheme && isPort;
}
