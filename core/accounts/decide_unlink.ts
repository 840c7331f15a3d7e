/** The decision about a sign-in method that its owner wants to remove. */
export type UnlinkVerdict =
  | "remove"
  /** The database counts and removes in one step. */
  | "remove unless last"
  /** It is the last one. */
  | "refuse";

/** The facts that a decision about removing a sign-in method is based on. */
export interface UnlinkFacts {
  /**
   * The number of other accounts that can sign in; null: the adapter cannot
   * list them.
   */
  readonly others: number | null;
  /** Whether the owner can also sign in by mail. */
  readonly hasMail: boolean;
  /** Whether the owner can also sign in with a password. */
  readonly hasPassword: boolean;
  /** Whether the adapter can remove an account unless it is the last. */
  readonly isAtomic: boolean;
}

/**
 * Decides about removing an account. An account that cannot sign in does not
 * count, so the database's own count alone is not enough.
 */
export function decideUnlink(
  { others, hasMail, hasPassword, isAtomic }: UnlinkFacts,
): UnlinkVerdict {
  if (hasMail || hasPassword) return "remove";
  if (others === 0) return "refuse";
  if (isAtomic) return "remove unless last";
  // The number is unknown.
  return others === null ? "refuse" : "remove";
}
