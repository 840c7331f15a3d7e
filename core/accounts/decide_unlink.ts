/** What happens with a way in that its owner wants to be rid of. */
export type UnlinkVerdict =
  | "remove"
  /** By the database, which counts while it removes. */
  | "remove unless last"
  /** It is the last. */
  | "refuse";

/** All that a decision about removing a way in rests on. */
export interface UnlinkFacts {
  /** How many other accounts let their owner in; null: the adapter cannot list them. */
  readonly others: number | null;
  /** Whether a mail to their address lets them in, too. */
  readonly hasMail: boolean;
  /** Whether the adapter can remove an account unless it is the last. */
  readonly isAtomic: boolean;
}

/**
 * Decides about removing an account. An account that lets nobody in is no other
 * way in, so the database's own count alone is not enough.
 */
export function decideUnlink(
  { others, hasMail, isAtomic }: UnlinkFacts,
): UnlinkVerdict {
  if (hasMail) return "remove";
  if (others === 0) return "refuse";
  if (isAtomic) return "remove unless last";
  // Nobody can tell.
  return others === null ? "refuse" : "remove";
}
