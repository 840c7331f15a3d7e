import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { toClaimedAddress } from "../../model/email_address.ts";
import { AccessDenied } from "../../errors/errors.ts";
import type { Identity } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { toStrategy } from "../../session/strategy.ts";
import { toAddressProof } from "../identity/proof.ts";

/** Whole seconds, which every database keeps as they are. */
export function toSecond(now: number): Date {
  return new Date(1000 * Math.floor(now / 1000));
}

/**
 * A user by id, if the address is still this one.
 *
 * @param address in its one spelling
 */
async function findAt(
  ctx: Context,
  id: string,
  address: string,
): Promise<AdapterUser | null> {
  const user = await toAdapter(ctx).getUser(id);
  return isAddressOf(user, address) ? user : null;
}

/**
 * The user, who still has the address that was proved.
 *
 * @throws AccessDenied if it is another one by now
 */
export async function assertAddress(
  ctx: Context,
  id: string,
  address: string,
): Promise<AdapterUser> {
  const user = await findAt(ctx, id, address);
  if (user !== null) return user;
  throw new AccessDenied("The user's address is another one by now.");
}

/**
 * Stores that a user's address was proved, and tells the host.
 *
 * @param address the one that was proved
 * @returns the user as it is now
 * @throws AccessDenied if the user has another address by now, or AdapterError
 */
export async function verifyAddress(
  ctx: Context,
  id: string,
  address: string,
): Promise<AdapterUser> {
  return await keepVerified(ctx, await assertAddress(ctx, id, address));
}

/** Both together: an address that comes between the look and the call is not verified. */
async function keepVerified(
  ctx: Context,
  known: AdapterUser,
): Promise<AdapterUser> {
  const { id, email } = known;
  const emailVerified = toSecond(ctx.now);
  await toAdapter(ctx).updateUser({ id, email, emailVerified });
  const user = { ...known, emailVerified };
  await ctx.effects.emit("updateUser", { user });
  return user;
}

/** A user, and the cookies that are done with. */
export interface Confirmed {
  readonly user: AdapterUser;
  readonly cookies: readonly CookieChange[];
}

/**
 * Verifies a user's address at a sign-in, or when a way in is added, where the
 * provider vouches for that very address, or where this browser opened a mail to
 * it that is waiting for just that.
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
  const spent = isVouched ? null : await spendProof(ctx, address);
  if (!isVouched && spent === null) return nothing;
  const cookies = spent === null ? [] : [spent];
  // Whoever signed in stays so if their address has changed meanwhile.
  const present = await findAt(ctx, user.id, address);
  return present === null
    ? { user, cookies }
    : { user: await keepVerified(ctx, present), cookies };
}

/** Loaded only for a browser that has an attempt of any kind beside the one that brought it here. */
async function spendProof(
  ctx: Context,
  address: string,
): Promise<CookieChange | null> {
  if (ctx.jar.attempts.size === 0) return null;
  const { spendMailProof } = await import("./email_proof.ts");
  return await spendMailProof(ctx, address);
}

/** The current user as it is stored; null without a live session. */
export async function findPresentUser(
  ctx: Context,
): Promise<AdapterUser | null> {
  const present = await toStrategy(ctx).find(ctx);
  return present === null ? null : await toAdapter(ctx).getUser(present.userId);
}

/** Whether an address in its one spelling is that of a stored user. */
export function isAddressOf(user: AdapterUser | null, email: string): boolean {
  return user !== null && toClaimedAddress(user.email) === email;
}
