/**
 * The origins that a redirect proxy may redirect to: exact ones, and patterns
 * with one `*` for characters of one host label.
 *
 * @module
 */

import { isLoopback } from "../../http/redirects.ts";
import { toOrigin } from "./origin.ts";
import type { Problems } from "../../errors/config_problems.ts";
import type { Settings } from "../settings.ts";
import { toSuffixKind } from "./shared_suffixes.ts";

/**
 * Below a shared domain, a label needs this many letters and digits besides
 * `*`.
 */
const MIN_LITERAL = 3;

/**
 * Reports the mistakes in the list of origins that a redirect proxy may redirect
 * to. A missing list is found at start-up.
 */
export function reportReturnOrigins(
  { redirectProxyOrigins: listed }: Settings,
  problems: Problems,
): void {
  if (listed === null) return;
  // JavaScript callers may pass a single string.
  if (!Array.isArray(listed)) {
    problems.add("`redirectProxyOrigins` must be a list of origins.");
  }
  for (const entry of [listed].flat()) {
    const problem = findProblem(entry);
    if (problem === null) continue;
    problems.add(
      `\`redirectProxyOrigins\`: ${JSON.stringify(entry)} ${problem}`,
    );
  }
}

/** Returns what is wrong with an entry and what to write instead, or null. */
function findProblem(pattern: unknown): string | null {
  const text = String(pattern);
  // A pattern with a letter in place of its `*` is a URL.
  const probe = text.replace("*", "x");
  if (typeof pattern !== "string" || toOrigin(probe) !== probe) {
    return 'must be an origin in lower case, without a path, like "https://pr-7.example.com", or a pattern with one "*" in its host, like "https://pr-*.example.com".';
  }
  const url = new URL(probe);
  if (url.protocol !== "https:" && !isLoopback(url)) {
    return "must begin with https:// (http on loopback only).";
  }
  return text.includes("*") ? findWideness(text) : null;
}

/** Returns why a pattern would match other people's origins, or null. */
function findWideness(pattern: string): string | null {
  const host = pattern.slice(pattern.indexOf("//") + 2).replace(/:\d+$/, "");
  const labels = host.split(".");
  const index = labels.findIndex((label) => label.includes("*"));
  const label = labels[index] ?? "";
  const parent = labels.slice(index + 1).join(".");
  const kind = toSuffixKind(parent);
  const isWhole = label === "*";
  const literals = label.replace(/[^a-z0-9]/g, "").length;
  if (kind === "own" || kind === "unclear" && !isWhole) return null;
  if (kind === "shared" && literals >= MIN_LITERAL) return null;
  const why = kind === "unclear"
    ? `may be too broad: names directly below "${parent}" may belong to others.`
    : kind === "shared"
    ? `is too broad: anyone can get a name below "${parent}".`
    : `is too broad: anyone can register a domain below "${parent}".`;
  return `${why} ${toAdvice(kind, parent)}`;
}

function toAdvice(kind: string, parent: string): string {
  return kind === "shared"
    ? `Name what all of your previews have in common, like "https://shop-*-team.${parent}".`
    : kind === "unclear"
    ? `Name a part of the label, like "https://pr-*.${parent}", or a domain below it, like "https://*.preview.${parent}".`
    : `Name a domain of your own, like "https://*.example.com".`;
}
