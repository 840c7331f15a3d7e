/** The provider's statement about an address. */
export type AddressProof = "verified" | "unverified" | "unknown";

/** A stored user with the address that was proved, or claimed. */
export interface UserWithSameEmail {
  readonly id: string;
  /** Whether the address was ever proved. */
  readonly isVerified: boolean;
  /**
   * Whether an earlier try of this very identity created the user, but not the
   * account.
   */
  readonly isUnfinished: boolean;
  /**
   * Whether all sessions and sign-in methods of the user can be found and
   * removed.
   */
  readonly canBeCleared: boolean;
}

/** The facts that a decision about a proven account is based on. */
export interface LinkFacts {
  /**
   * Id of the user who asked to add a sign-in method, signed in then and now.
   * Null: an ordinary sign-in.
   */
  readonly linkTo: string | null;
  /** Id of the user who owns the account. */
  readonly owner: string | null;
  readonly sameEmail: UserWithSameEmail | null;
  readonly proof: AddressProof;
  /** The option `allowDangerousEmailAccountLinking`. */
  readonly linksByAddress: boolean | "verified";
}

/** The decision about a proven account. */
export type LinkVerdict =
  /** The account belongs to a user, who signs in; nothing is added. */
  | { readonly kind: "known"; readonly userId: string }
  | { readonly kind: "create" }
  /** The account becomes another sign-in method of a user. */
  | { readonly kind: "link"; readonly userId: string }
  /** The account completes a user that this identity created. */
  | { readonly kind: "finish"; readonly userId: string }
  /**
   * The user's sessions and sign-in methods end first, since the address was
   * never proved before.
   */
  | { readonly kind: "take over"; readonly userId: string }
  | { readonly kind: "refuse"; readonly reason: "in use" | "address" };

/**
 * Decides about a proven account. An ordinary sign-in never adds a sign-in
 * method to the current user: the browser may be another person's.
 */
export function decideLink(facts: LinkFacts): LinkVerdict {
  const { linkTo, owner, sameEmail } = facts;
  if (owner !== null) {
    return linkTo === null || linkTo === owner
      ? { kind: "known", userId: owner }
      : { kind: "refuse", reason: "in use" };
  }
  if (linkTo !== null) return { kind: "link", userId: linkTo };
  if (sameEmail === null) return { kind: "create" };
  const { id: userId } = sameEmail;
  if (sameEmail.isUnfinished) return { kind: "finish", userId };
  if (!mayLinkByAddress(facts, sameEmail)) {
    return { kind: "refuse", reason: "address" };
  }
  if (sameEmail.isVerified) return { kind: "link", userId };
  // An attacker who registered another person's address must lose access.
  return sameEmail.canBeCleared
    ? { kind: "take over", userId }
    : { kind: "refuse", reason: "address" };
}

function mayLinkByAddress(
  { linksByAddress, proof }: LinkFacts,
  sameEmail: UserWithSameEmail,
): boolean {
  return linksByAddress === "verified"
    ? proof === "verified" && sameEmail.isVerified
    : linksByAddress && proof !== "unverified";
}
