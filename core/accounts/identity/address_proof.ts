import { toClaimedAddress } from "../../model/email_address.ts";
import type { Identity } from "../../providers/provider.ts";
import type { AddressProof } from "../decide.ts";

/**
 * Returns what the provider states about the address. Only the boolean `true`
 * counts as verified (OpenID Connect Core section 5.1), and only for the very
 * address that the provider named; any other value counts as unverified.
 */
export function toAddressProof(
  { user, account, profile = {} }: Identity,
): AddressProof {
  // The library itself has verified the address by mail.
  if (account.type === "email") return "verified";
  const { email_verified: verified, email } = profile;
  if (verified === undefined || verified === null) return "unknown";
  if (verified !== true) return "unverified";
  const named = toClaimedAddress(email);
  return named !== null && named === user.email ? "verified" : "unknown";
}
