/** What a provider says of an address. */
export type AddressProof = "verified" | "unverified" | "unknown";

/** A stored user with the address that was proved, or claimed. */
export interface Namesake {
  readonly id: string;
  /** Somebody has proved that the address is theirs. */
  readonly isVerified: boolean;
  /** An earlier try of this very identity created the user, and did not come to the account. */
  readonly isUnfinished: boolean;
  /** Whoever registered the address can be put out: their sessions and ways in are known. */
  readonly canBeCleared: boolean;
}

/** All that a decision about a proven account rests on. */
export interface LinkFacts {
  /** Who asked to add a way in, signed in then and now. Null: an ordinary sign-in. */
  readonly linkTo: string | null;
  /** Whose account it is. */
  readonly owner: string | null;
  readonly namesake: Namesake | null;
  readonly proof: AddressProof;
  /** The option `allowDangerousEmailAccountLinking`. */
  readonly linksByAddress: boolean | "verified";
}

/** What happens with a proven account. */
export type LinkVerdict =
  /** It is somebody's: they sign in, and nothing is added. */
  | { readonly kind: "known"; readonly userId: string }
  | { readonly kind: "create" }
  /** It becomes another way in of a user. */
  | { readonly kind: "link"; readonly userId: string }
  /** Nothing but the account is missing of a user that this identity created. */
  | { readonly kind: "finish"; readonly userId: string }
  /** The user's sessions and ways in end first: nobody proved the address before. */
  | { readonly kind: "take over"; readonly userId: string }
  | { readonly kind: "refuse"; readonly reason: "in use" | "address" };

/**
 * Decides about a proven account. An ordinary sign-in never adds a way in to
 * whoever happens to be signed in: the browser may be somebody else's.
 */
export function decideLink(facts: LinkFacts): LinkVerdict {
  const { linkTo, owner, namesake } = facts;
  if (owner !== null) {
    return linkTo === null || linkTo === owner
      ? { kind: "known", userId: owner }
      : { kind: "refuse", reason: "in use" };
  }
  if (linkTo !== null) return { kind: "link", userId: linkTo };
  if (namesake === null) return { kind: "create" };
  const { id: userId } = namesake;
  if (namesake.isUnfinished) return { kind: "finish", userId };
  if (!mayLinkByAddress(facts, namesake)) {
    return { kind: "refuse", reason: "address" };
  }
  if (namesake.isVerified) return { kind: "link", userId };
  // Whoever registered an address that is not theirs must not stay inside.
  return namesake.canBeCleared
    ? { kind: "take over", userId }
    : { kind: "refuse", reason: "address" };
}

function mayLinkByAddress(
  { linksByAddress, proof }: LinkFacts,
  namesake: Namesake,
): boolean {
  return linksByAddress === "verified"
    ? proof === "verified" && namesake.isVerified
    : linksByAddress && proof !== "unverified";
}
