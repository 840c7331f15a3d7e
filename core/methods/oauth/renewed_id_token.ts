import { decodeJwt } from "jose/jwt/decode";
import { toAccountId } from "../../accounts/identity/account_key.ts";
import type { Profile } from "../../model/model.ts";
import { findMapper } from "../../providers/fapi.ts";
import type { TokenOwner, TokenRecord } from "../../vault/record.ts";
import { verifyAnyIdToken } from "./claims.ts";
import type { Grant } from "./grant.ts";
import { refuse } from "./signature.ts";

/** Claims that do not change from one ID token to the next, if both have them. */
const FIXED = ["iss", "sub", "auth_time", "azp", "nonce"];

/**
 * Asserts that the ID token of a refresh, if there is one, is about the user
 * who signed in (OpenID Connect Core section 12.2).
 *
 * @throws OAuthCallbackError, or ProviderUnavailable where the keys cannot be had
 */
export async function assertSameUser(
  grant: Grant,
  { owner, record }: {
    readonly owner: TokenOwner;
    readonly record: TokenRecord;
  },
): Promise<void> {
  const { provider, tokens } = grant;
  if (tokens.id_token === undefined) return;
  const after = await verifyAnyIdToken(grant);
  const before = readClaims(record.idToken);
  const changed = FIXED.find((name) =>
    before?.[name] !== undefined && after[name] !== undefined &&
    before[name] !== after[name]
  );
  if (changed !== undefined) {
    throw refuse(provider, `its ${changed} is not that of the one before`);
  }
  // A definition's own function may take the id from any claim.
  if (before !== null || findMapper(provider) !== null) return;
  const ids = [null, String(after.iss)].map((iss) =>
    toAccountId(iss, after.sub)
  );
  if (ids.includes(owner.providerAccountId)) return;
  throw refuse(provider, "its sub is not that of the account");
}

/** Reads the ID token of an existing table, which may be anything. */
function readClaims(idToken: string | null): Profile | null {
  try {
    return idToken === null ? null : decodeJwt(idToken) as Profile;
  } catch {
    return null;
  }
}
