import type { Namesake } from "../decide.ts";

/** What happens with a proven address. There is no account to store. */
export type AddressVerdict =
  | { readonly kind: "create" }
  /** It is somebody's, and was proved before. */
  | { readonly kind: "known"; readonly userId: string }
  /** It is the current user's: the address is verified, and nothing is removed. */
  | { readonly kind: "verify"; readonly userId: string }
  /** The user's sessions and ways in end first: nobody proved the address before. */
  | { readonly kind: "take over"; readonly userId: string }
  /** The user has other ways in, which are offered first. */
  | { readonly kind: "ask"; readonly userId: string }
  /** The user who asked for the mail is not signed in here. */
  | { readonly kind: "sign in" }
  /** The user's other ways in cannot be removed, so one of them has to be used first. */
  | { readonly kind: "refuse"; readonly userId: string };

/** All that a decision about a proven address rests on. */
export interface AddressFacts {
  /** The user with this very address. */
  readonly namesake:
    | Pick<Namesake, "id" | "isVerified" | "canBeCleared"> & {
      /** Whether the user has accounts, passkeys or passwords, at whatever provider. */
      readonly hasWays: boolean;
    }
    | null;
  /** Whether this configuration offers any other way in than a mail. */
  readonly hasOtherWays: boolean;
  /** The current user, if this is their address. */
  readonly present: Pick<Namesake, "id" | "isVerified"> | null;
  /** Id of the user who asked for the mail while signed in; null: it is for signing in. */
  readonly asker: string | null;
  /** Whether the person has seen the other ways in, and gives them up. */
  readonly isSure: boolean;
}

/**
 * Decides about a proven address. An unverified address may have been
 * registered by a stranger, who must not stay inside when its owner comes;
 * and the owner's own ways in must not go without their consent.
 */
export function decideAddress(facts: AddressFacts): AddressVerdict {
  const { namesake, hasOtherWays, present, asker, isSure } = facts;
  if (asker !== null) {
    return present?.id === asker
      ? { kind: "verify", userId: asker }
      : { kind: "sign in" };
  }
  const isOwn = present !== null && !present.isVerified;
  if (isOwn && namesake?.isVerified !== true) {
    return { kind: "verify", userId: present.id };
  }
  if (namesake === null) return { kind: "create" };
  const { id: userId, isVerified, canBeCleared, hasWays } = namesake;
  if (isVerified) return { kind: "known", userId };
  // Where a mail is the only way in, there is none to offer, and none that a
  // stranger could be left with; but other hosts may have other providers.
  if (!hasOtherWays && !hasWays) return { kind: "take over", userId };
  if (!canBeCleared) return { kind: "refuse", userId };
  return { kind: hasWays && !isSure ? "ask" : "take over", userId };
}
