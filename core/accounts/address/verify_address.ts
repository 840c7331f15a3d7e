import type { AdapterUser } from "../../model/adapter.ts";
import type { Context, SessionContext } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { toClaimedAddress } from "../../model/email_address.ts";
import { AccessDenied } from "../../errors/errors.ts";
import type { Identity } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { toAddressProof } from "../identity/address_proof.ts";
import { spendMailProof } from "./email_proof.ts";

/** Rounds to whole seconds, which every database stores exactly. */
export function toSecond(now: number): Date {
  return new Date(1000 * Math.floor(now / 1000));
}

/**
 * Finds a user by id, if the address is still this one.
 *
 * @param address in its canonical form
 */
async function findAt(
  ctx: SessionContext,
  id: string,
  address: string,
): Promise<AdapterUser | null> {
  const user = await toAdapter(ctx).getUser(id);
  return isAddressOf(user, address) ? user : null;
}

/**
 * Returns the user, who must still have the address that was proved.
 *
 * @throws AccessDenied if it is another one by now
 */
export async function assertAddress(
  ctx: SessionContext,
  id: string,
  address: string,
): Promise<AdapterUser> {
  const user = await findAt(ctx, id, address);
  if (user !== null) return user;
  throw new AccessDenied("The user's address has changed in the meantime.");
}

/**
 * Stores that a user's address was proved, and emits `updateUser`.
 *
 * @param address the one that was proved
 * @returns the user as it is now
 * @throws AccessDenied if the user has another address by now, or AdapterError
 */
export async function verifyAddress(
  ctx: SessionContext,
  id: string,
  address: string,
): Promise<AdapterUser> {
  return await keepVerified(ctx, await assertAddress(ctx, id, address));
}

/**
 * Writes address and verification together, so that an address set after the
 * check does not end up verified.
 */
async function keepVerified(
  ctx: SessionContext,
  known: AdapterUser,
): Promise<AdapterUser> {
  const { id, email } = known;
  const emailVerified = toSecond(ctx.now);
  await toAdapter(ctx).updateUser({ id, email, emailVerified });
  const user = { ...known, emailVerified };
  await ctx.effects.emit("updateUser", { user });
  return user;
}

/** A user, and the cookies to delete. */
export interface Confirmed {
  readonly user: AdapterUser;
  readonly cookies: readonly CookieChange[];
}

/**
 * Verifies a user's address at a sign-in, or when a sign-in method is added, if
 * the provider vouches for that very address, or if this browser opened a mail
 * to it that is waiting for just that.
 */
export async function confirmAddress(
  ctx: Context,
  user: AdapterUser,
  identity: Identity,
): Promise<Confirmed> {
  const nothing = { user, cookies: [] };
  const address = user.emailVerified === null
    ? toClaimedAddress(user.email)
    : null;
  if (address === null || !toAdapter(ctx).has("updateUser")) return nothing;
  const isVouched = toAddressProof(identity) === "verified" &&
    identity.user.email === address;
  const spent = isVouched ? null : await spendMailProof(ctx, address);
  if (!isVouched && spent === null) return nothing;
  const cookies = spent === null ? [] : [spent];
  // The user stays signed in even if their address has changed meanwhile.
  const present = await findAt(ctx, user.id, address);
  return present === null
    ? { user, cookies }
    : { user: await keepVerified(ctx, present), cookies };
}

/** Whether a canonical address is that of a stored user. */
export function isAddressOf(user: AdapterUser | null, email: string): boolean {
  return user !== null && toClaimedAddress(user.email) === email;
}
