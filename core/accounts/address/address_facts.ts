import { findPresentUser } from "../current_user.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { SessionContext } from "../../request/context.ts";
import { OAuthAccountNotLinked } from "../../errors/errors.ts";
import type { Identity } from "../../providers/provider.ts";
import {
  type AddressFacts,
  type AddressVerdict,
  decideAddress,
} from "./decide_address.ts";
import { canBeCleared, findOwner, toUnclear } from "../facts.ts";
import { isAddressOf } from "./verify_address.ts";
import { hasWays, listWays, toProviderIds, type WaysIn } from "../ways.ts";

/** The facts about a proven address, and the sign-in methods of its user. */
interface AddressFindings {
  readonly facts: AddressFacts;
  readonly ways: WaysIn;
}

const NO_WAYS: WaysIn = { accounts: [], passkeys: [], passwords: [] };

/**
 * Reads the facts of a decision about an address.
 *
 * @param known the user with this address
 * @param present the current user, if this is their address
 */
export async function gatherAddressFacts(
  ctx: SessionContext,
  known: AdapterUser | null,
  present: AdapterUser | null = null,
): Promise<AddressFindings> {
  const isOpen = known !== null && known.emailVerified === null;
  // The current user loses nothing, so there is no need to list their sign-in
  // methods.
  const ways = isOpen && present === null
    ? await listWays(ctx, known)
    : NO_WAYS;
  const { providers } = ctx.settings;
  const facts = {
    sameEmail: known === null ? null : {
      ...toState(known),
      canBeCleared: canBeCleared(ctx),
      hasWays: hasWays(ways),
    },
    hasOtherWays: [...providers.values()].some(({ type }) => type !== "email"),
    present: present === null ? null : toState(present),
    asker: null,
    isSure: false,
  };
  return { facts, ways };
}

function toState({ id, emailVerified }: AdapterUser) {
  return { id, isVerified: emailVerified !== null };
}

/** The decision about a proven address, as seen from the browser that proved it. */
export interface Inspection {
  readonly verdict: AddressVerdict;
  /** The current user, if this is their address. */
  readonly present: AdapterUser | null;
  /** Ids of the providers that the user can sign in with. */
  readonly ways: readonly string[];
}

/**
 * Decides about a proven address, and changes nothing yet.
 *
 * @param asker id of the user who asked for the mail while signed in; null: it is for signing in
 * @throws AdapterError, StoreError, or CallbackRouteError if `passwords` fails
 */
export async function inspectAddress(
  ctx: SessionContext,
  identity: Identity,
  asker: string | null,
): Promise<Inspection> {
  const user = await findPresentUser(ctx);
  const present = isAddressOf(user, identity.user.email ?? "") ? user : null;
  const known = await findOwner(ctx, identity);
  const { facts, ways } = await gatherAddressFacts(ctx, known, present);
  const isSure = identity.takesOver ?? false;
  const verdict = decideAddress({ ...facts, asker, isSure });
  return { verdict, present, ways: toProviderIds(ctx, ways) };
}

/** The refusal of a proven address whose user has to sign in another way first. */
export function toAddressRefusal(ctx: SessionContext): OAuthAccountNotLinked {
  const reason = toUnclear(ctx);
  if (reason !== "") {
    ctx.effects.log.warn(
      "linking",
      `An unverified address was proved by mail, but not all other sign-in methods of its user can be removed. ${reason} The user was asked to sign in as before, which verifies the address.`,
    );
  }
  const error = new OAuthAccountNotLinked(
    "The user with this address has other sign-in methods.",
  );
  error.code = "unverified";
  return error;
}
