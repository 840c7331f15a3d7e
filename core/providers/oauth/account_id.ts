/**
 * The id of an account as it is stored, which may contain the issuer.
 *
 * @module
 */

import { isOAuth, type ResolvedOAuth } from "./oauth_provider.ts";
import type { ResolvedProvider } from "../provider.ts";

const START = "iss=";

/**
 * Returns an id as it is stored in `providerAccountId`: unchanged, or with its
 * issuer as `iss=<issuer, percent-encoded>&sub=<id>`. An id that looks like the
 * second form is stored with an empty issuer, so that no two accounts share a
 * string.
 */
export function toAccountId(issuer: string | null, id: string): string {
  return issuer === null && !id.startsWith(START)
    ? id
    : `${START}${encodeURIComponent(issuer ?? "")}&sub=${id}`;
}

/**
 * Whether a stored account may belong to this provider as it is configured
 * here: its key contains the provider's issuer, or none.
 */
export function mayBeOf(
  provider: ResolvedProvider,
  { providerAccountId }: { readonly providerAccountId: string },
): boolean {
  if (!isOAuth(provider) || !providerAccountId.startsWith("iss=")) return true;
  const { issuer } = provider;
  const [named] = /^iss=[^&]+&sub=/.exec(providerAccountId) ?? [];
  return named === undefined || issuer === "" || hasSeveral(provider) ||
    named === toAccountId(issuer, "");
}

/** Whether each sign-in can have another issuer, which its answer names. */
export function hasSeveral({ issuerFrom, token }: ResolvedOAuth): boolean {
  return issuerFrom !== null || token.server !== undefined;
}
