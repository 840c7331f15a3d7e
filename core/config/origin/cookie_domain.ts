import type { CookiePolicy } from "../../http/cookie_policy.ts";

/**
 * Finds a cookie that browsers would drop, because its `domain` does not cover
 * the public host (RFC 6265bis section 5.7). Visitors would see the sign-in page
 * again and again.
 *
 * @param origin the public origin
 * @returns what is wrong and how to mend it, or null
 */
export function findDomainProblem(
  { attributes, names }: CookiePolicy,
  origin: string,
): string | null {
  // A malformed origin has already been reported.
  if (!URL.canParse(origin)) return null;
  const { hostname } = new URL(origin);
  for (const [role, { domain }] of Object.entries(attributes)) {
    if (domain === undefined || isCovered(hostname, domain)) continue;
    const name = names[role as keyof typeof names];
    return `\`cookies\`: browsers drop the cookie "${name}", because its \`domain\` "${domain}" does not cover the public host "${hostname}". Make it that host or one above it, or leave it out; if the host is wrong, set AUTH_URL (or \`origin\`).`;
  }
  return null;
}

function isCovered(hostname: string, domain: string): boolean {
  const above = domain.replace(/^\./, "").toLowerCase();
  return hostname === above || hostname.endsWith(`.${above}`);
}
