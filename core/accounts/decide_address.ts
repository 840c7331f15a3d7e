import type { Namesake } from "./decide.ts";

/** What happens with a proven address. There is no account to store. */
export type AddressVerdict =
  | { readonly kind: "create" }
  /** It is somebody's, and was proved before. */
  | { readonly kind: "known"; readonly userId: string }
  /** The user's sessions and ways in end first: nobody proved the address before. */
  | { readonly kind: "take over"; readonly userId: string }
  | { readonly kind: "refuse" };

/** All that a decision about a proven address rests on. */
export interface AddressFacts {
  /** The user with this very address. */
  readonly namesake:
    | Pick<Namesake, "id" | "isVerified" | "canBeCleared">
    | null;
  /** Whether the application offers any other way in than a mail. */
  readonly hasOtherWays: boolean;
}

/**
 * Decides about a proven address. Whoever registered it before somebody proved
 * it may be somebody else, and must not stay inside when its owner comes.
 */
export function decideAddress(
  { namesake, hasOtherWays }: AddressFacts,
): AddressVerdict {
  if (namesake === null) return { kind: "create" };
  const { id: userId, isVerified, canBeCleared } = namesake;
  if (isVerified) return { kind: "known", userId };
  // Where a mail is the only way in, nobody else has one that could be left.
  return canBeCleared || !hasOtherWays
    ? { kind: "take over", userId }
    : { kind: "refuse" };
}
