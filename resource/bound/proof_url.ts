/** Characters that mean the same whether they are encoded or not (RFC 3986 section 2.3). */
const UNRESERVED = /[A-Za-z0-9._~-]/;

/**
 * Returns an http(s) URL without query and fragment, in the form in which two
 * are compared (RFC 3986 sections 6.2.2 and 6.2.3); null for any other text.
 */
export function normalizeUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname, username, password } = new URL(text);
  if (username !== "" || password !== "") return null;
  const path = pathname.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(parseInt(code.slice(1), 16));
    return UNRESERVED.test(character) ? character : code.toUpperCase();
  });
  return origin + path;
}
