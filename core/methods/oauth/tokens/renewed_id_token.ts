import { decodeJwt } from "jose/jwt/decode";
import { toAccountId } from "../../../providers/oauth/account_id.ts";
import type { Profile } from "../../../model/model.ts";
import { findMapper } from "../../../providers/oauth/fapi.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { TokenOwner, TokenRecord } from "../../../vault/record.ts";
import { verifyAnyIdToken } from "../id_token/claims.ts";
import type { Grant } from "../grant.ts";
import { refuse } from "../id_token/signature.ts";

/** Claims that do not change from one ID token to the next, if both have them. */
const FIXED = ["iss", "sub", "auth_time", "azp", "nonce"];

/** The user whose tokens are renewed. */
interface Renewed {
  readonly owner: TokenOwner;
  readonly record: TokenRecord;
}

/**
 * Asserts that the ID token of a refresh, if there is one, is about the user
 * who signed in (OpenID Connect Core section 12.2).
 *
 * @throws OAuthCallbackError, or ProviderUnavailable if the keys cannot be
 * fetched
 */
export async function assertSameUser(
  grant: Grant,
  renewed: Renewed,
): Promise<void> {
  const { provider, tokens } = grant;
  if (tokens.id_token === undefined) return;
  const claims = await verifyAnyIdToken(grant);
  const difference = findDifference(provider, renewed, claims);
  if (difference !== null) throw refuse(provider, difference);
}

/**
 * Whether an ID token that was refused names the user who signed in all the
 * same, as one does whose issuer's clock is wrong.
 */
export function namesSameUser(
  provider: ResolvedOAuth,
  renewed: Renewed,
  idToken: unknown,
): boolean {
  const claims = typeof idToken === "string" ? readClaims(idToken) : null;
  return claims !== null && findDifference(provider, renewed, claims) === null;
}

function findDifference(
  provider: ResolvedOAuth,
  { owner, record }: Renewed,
  after: Profile,
): string | null {
  const before = readClaims(record.idToken);
  const changed = FIXED.find((name) =>
    before?.[name] !== undefined && after[name] !== undefined &&
    before[name] !== after[name]
  );
  if (changed !== undefined) {
    return `its ${changed} is not that of the one before`;
  }
  // A definition's own function may take the id from any claim.
  if (before !== null || findMapper(provider) !== null) return null;
  const ids = [null, String(after.iss)].map((iss) =>
    toAccountId(iss, String(after.sub))
  );
  return ids.includes(owner.providerAccountId)
    ? null
    : "its sub is not that of the account";
}

/** Reads the ID token of an existing table, which may be anything. */
function readClaims(idToken: string | null): Profile | null {
  try {
    return idToken === null ? null : decodeJwt(idToken) as Profile;
  } catch {
    return null;
  }
}
