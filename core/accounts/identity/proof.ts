import { toClaimedAddress } from "../../model/email_address.ts";
import type { Identity } from "../../providers/provider.ts";
import type { AddressProof } from "../decide.ts";

/**
 * What the provider says of the address. Only the boolean counts as a yes
 * (OpenID Connect Core section 5.1), and only for the very address that the
 * provider named; whatever else stands there is no.
 */
export function toAddressProof(
  { user, account, profile = {} }: Identity,
): AddressProof {
  // A mail to the address is how we have asked ourselves.
  if (account.type === "email") return "verified";
  const { email_verified: verified, email } = profile;
  if (verified === undefined || verified === null) return "unknown";
  if (verified !== true) return "unverified";
  const named = toClaimedAddress(email);
  return named !== null && named === user.email ? "verified" : "unknown";
}
