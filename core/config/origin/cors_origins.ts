import type { Problems } from "../../errors/config_problems.ts";
import { isLoopback } from "../../http/redirects.ts";
import type { Settings } from "../settings.ts";
import { toOrigin } from "./origin.ts";

type Place = Pick<Settings, "origin" | "mode">;

/** Reports the mistakes in the origins whose pages count as the application's own. */
export function reportCorsOrigins(
  { corsOrigins, ...place }: Pick<Settings, "corsOrigins"> & Place,
  problems: Problems,
): void {
  for (const entry of corsOrigins) {
    const problem = findProblem(entry, place);
    if (problem === null) continue;
    problems.add(`\`cors.origins\`: ${JSON.stringify(entry)} ${problem}`);
  }
}

/** Returns what is wrong with an entry and what to write instead, or null. */
function findProblem(entry: string, { origin, mode }: Place): string | null {
  if (toOrigin(entry) !== entry) {
    return 'must be one origin in lower case, without a path or "*", like "https://app.example.com".';
  }
  const url = new URL(entry);
  if (
    mode === "production" && url.protocol === "http:" && !isLoopback(url)
  ) {
    return "must begin with https:// in production (http on loopback only).";
  }
  // A malformed one is reported by its own rule.
  if (origin === null || !URL.canParse(origin)) return null;
  const own = new URL(origin);
  if (url.protocol !== own.protocol) {
    return `has another scheme than the public origin "${origin}", so browsers count it as another site and withhold the cookies. Serve both by https.`;
  }
  return mayBeSameSite(url.hostname, own.hostname)
    ? null
    : `is another site than the public origin "${origin}", so browsers withhold the cookies. Serve both below one domain, like "https://app.example.com" and "https://api.example.com", or the auth routes by a proxy of that site.`;
}

/**
 * Whether two hosts may have the same registrable domain, which has two labels
 * at least. Only the Public Suffix List could tell for sure; browsers have it.
 */
function mayBeSameSite(one: string, other: string): boolean {
  if (one === other) return true;
  const isAddress = [one, other].some((host) => /^[\d.]+$|^\[/.test(host));
  const ends = (host: string) => host.split(".").slice(-2).join(".");
  return !isAddress && ends(one) === ends(other);
}
