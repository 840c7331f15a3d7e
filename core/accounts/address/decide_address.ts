import type { UserWithSameEmail } from "../decide.ts";

/**
 * The decision about a proven address. No verdict links an account: the address
 * itself is the account, and is never stored as one.
 */
export type AddressVerdict =
  | { readonly kind: "create" }
  /** The address belongs to a user, and was proved before. */
  | { readonly kind: "known"; readonly userId: string }
  /**
   * The address belongs to the current user: it is verified, and nothing is
   * removed.
   */
  | { readonly kind: "verify"; readonly userId: string }
  /**
   * The user's sessions and sign-in methods end first, since the address was
   * never proved before.
   */
  | { readonly kind: "take over"; readonly userId: string }
  /**
   * The user has other sign-in methods: they choose to sign in with one, or to
   * give them all up.
   */
  | { readonly kind: "ask"; readonly userId: string }
  /** The user who requested the mail is not signed in here, and has to be. */
  | { readonly kind: "sign in" }
  /**
   * The user's other sign-in methods cannot be removed, so one of them has to
   * be used first.
   */
  | { readonly kind: "refuse"; readonly userId: string };

/** The facts that a decision about a proven address is based on. */
export interface AddressFacts {
  /** The user with exactly this address. */
  readonly sameEmail:
    | Pick<UserWithSameEmail, "id" | "isVerified" | "canBeCleared"> & {
      /**
       * Whether the user has accounts, passkeys or passwords, at any provider.
       */
      readonly hasWays: boolean;
    }
    | null;
  /** Whether this configuration offers a sign-in method besides mail. */
  readonly hasOtherWays: boolean;
  /** The current user, if this is their address. */
  readonly present: Pick<UserWithSameEmail, "id" | "isVerified"> | null;
  /**
   * Id of the user who requested the mail while signed in, to verify their
   * address; null: the mail is for signing in.
   */
  readonly asker: string | null;
  /** Whether the user has seen the other sign-in methods, and gives them up. */
  readonly isSure: boolean;
}

/**
 * Decides about a proven address. An unverified address may have been
 * registered by an attacker, who must lose access when its owner signs in; but
 * the owner's own sign-in methods must not be removed without their consent.
 */
export function decideAddress(facts: AddressFacts): AddressVerdict {
  const { sameEmail, hasOtherWays, present, asker, isSure } = facts;
  if (asker !== null) {
    return present?.id === asker
      ? { kind: "verify", userId: asker }
      : { kind: "sign in" };
  }
  // If the address was proved by another user, that one signs in.
  const isProvedElsewhere = sameEmail?.isVerified === true;
  if (present?.isVerified === false && !isProvedElsewhere) {
    return { kind: "verify", userId: present.id };
  }
  if (sameEmail === null) return { kind: "create" };
  const { id: userId, isVerified, canBeCleared, hasWays } = sameEmail;
  if (isVerified) return { kind: "known", userId };
  // With mail alone there is nothing to ask about, and no sign-in method that an
  // attacker could keep. This configuration alone does not tell: another
  // application may offer the same users other providers.
  if (!hasOtherWays && !hasWays) return { kind: "take over", userId };
  if (!canBeCleared) return { kind: "refuse", userId };
  return { kind: hasWays && !isSure ? "ask" : "take over", userId };
}
