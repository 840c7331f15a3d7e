/**
 * Changing the address of a user, once the new one was proved, and undoing it
 * from the old one.
 *
 * @module
 */

import { forgetAllBrowsers } from "../../../accounts/factors/stored_factors.ts";
import { removePasswords } from "../../../accounts/address/passwords.ts";
import { toSecond } from "../../../accounts/address/verify_address.ts";
import { assertPresent } from "../../../accounts/still_there.ts";
import { findUserWithSameEmail } from "../../../accounts/facts.ts";
import { Verification } from "../../../errors/errors.ts";
import type { CookieChange } from "../../../http/cookies.ts";
import type { AdapterUser } from "../../../model/adapter.ts";
import type { Context } from "../../../request/context.ts";
import { readClock } from "../../../runtime/clock.ts";
import { endOthers } from "../../../session/revocation/end_others.ts";
import { endSessions } from "../../../session/revocation/end_sessions.ts";
import { toAdapter } from "../../../session/rows/row.ts";
import { notify } from "../notices/notify.ts";
import { findStored } from "../../../providers/stored_provider.ts";
import {
  type AddressLink,
  CONFIRM_MAX_AGE,
  isInState,
  toLinkUrl,
  UNDO_MAX_AGE,
} from "./links.ts";

/** The error of a link that was used, or that came too late. */
export function toDeadLink(): Verification {
  const error = new Verification(
    "The link to change an address was used, or no longer applies.",
  );
  error.code = "used";
  return error;
}

/**
 * Gives the signed-in user the address that their link proved. All other
 * sessions end, and the old address is told, from which the change can be undone.
 *
 * @throws Verification if the address has changed since, or another user has it;
 * SignInRequired, AdapterError or StoreError
 */
export async function changeAddress(
  ctx: Context,
  user: AdapterUser,
  link: AddressLink,
): Promise<readonly CookieChange[]> {
  const { state, to } = link;
  await assertUsable(ctx, user, link);
  const { store } = ctx.effects;
  const key = await toClaimKey(ctx, link);
  // Of two changes at once, one wins.
  if (!await store.compareAndSet(key, null, "used", 2 * CONFIRM_MAX_AGE)) {
    throw toDeadLink();
  }
  await assertPresent(ctx, user.id);
  const emailVerified = toSecond(Math.max(ctx.now, (state.proved ?? 0) + 1000));
  const cookies = await write(ctx, user, {
    next: { email: to, emailVerified },
    end: async () => (await endOthers(ctx, user.id, { email: to })).cookies,
    release: async () => await store.delete(key),
  });
  const changed = { ...user, email: to, emailVerified };
  await tell(ctx, changed, { before: state.email, how: "change" });
  if (state.proved !== null && state.email !== null && state.email !== to) {
    const url = await toLinkUrl(ctx, "undo", { state, to });
    await notify(ctx, user, { kind: "addressLeft", address: to, url });
  }
  await notify(ctx, changed, { kind: "addressChanged" });
  return cookies;
}

/** @throws Verification */
async function assertUsable(
  ctx: Context,
  user: AdapterUser,
  { state, to }: AddressLink,
): Promise<void> {
  const owner = await findUserWithSameEmail(toAdapter(ctx), to);
  const isTaken = owner !== null && owner.id !== user.id;
  if (isTaken || !isInState(user, state)) throw toDeadLink();
}

async function toClaimKey(
  { settings }: Context,
  { state }: AddressLink,
): Promise<string> {
  const parts = ["address change", state.userId, state.email, state.proved];
  const [name = ""] = await settings.keyring.namesOf(JSON.stringify(parts));
  return `latchkey.address.${name}`;
}

/**
 * Writes an address, and ends sessions and remembered browsers. If they cannot be
 * ended, the address is put back: a change that failed must have changed nothing.
 */
async function write<T>(
  ctx: Context,
  { id, email, emailVerified }: AdapterUser,
  { next, end, release }: {
    readonly next: Pick<AdapterUser, "email" | "emailVerified">;
    end(): Promise<T>;
    /** Lets the link be used again. */
    release(): Promise<void>;
  },
): Promise<T> {
  const adapter = toAdapter(ctx);
  try {
    await adapter.updateUser({ id, ...next });
    try {
      await forgetAllBrowsers(ctx, id);
      return await end();
    } catch (error) {
      await adapter.updateUser({ id, email, emailVerified });
      throw error;
    }
  } catch (error) {
    await release();
    throw error;
  }
}

async function tell(
  { effects: { emit } }: Context,
  user: AdapterUser,
  { before, how }: {
    readonly before: string | null;
    readonly how: "change" | "undo";
  },
): Promise<void> {
  await emit("updateUser", { user });
  await emit("emailChanged", { user, before, how });
}

/** Whether a change can still be undone by this link. */
export async function canUndo(
  ctx: Context,
  link: AddressLink,
): Promise<boolean> {
  const { key, known } = await readUndone(ctx, link);
  const other = await findOther(ctx, link);
  const isTaken = other !== null && other.emailVerified !== null;
  return key !== "" && !isTaken && !isUndone(link, known);
}

/** Finds another user who has got the old address since; null: nobody has. */
async function findOther(
  ctx: Context,
  { state: { userId, email } }: AddressLink,
): Promise<AdapterUser | null> {
  const owner = await findUserWithSameEmail(toAdapter(ctx), email ?? "");
  return owner?.id === userId ? null : owner;
}

/**
 * Takes the old address from a user who has not proved it: otherwise whoever
 * changed it could keep its owner out by claiming it at a provider.
 */
async function dropClaim(ctx: Context, link: AddressLink): Promise<void> {
  const other = await findOther(ctx, link);
  if (other === null) return;
  const none = { email: null, emailVerified: null };
  await toAdapter(ctx).updateUser({ id: other.id, ...none });
  await ctx.effects.emit("updateUser", { user: { ...other, ...none } });
}

/**
 * Undoes a change of address: the old one is that of the user again, and proved.
 * All sessions end, and the password goes: its owner chooses a new one by a mail.
 * All changes since then are undone with it, so that their links do nothing.
 *
 * @throws Verification if it was undone already, or another user has the address;
 * AdapterError or StoreError
 */
export async function undoAddress(
  ctx: Context,
  link: AddressLink,
): Promise<void> {
  const { userId, email } = link.state;
  const user = await toAdapter(ctx).getUser(userId);
  if (user === null || !await canUndo(ctx, link)) throw toDeadLink();
  await dropClaim(ctx, link);
  const { key, known } = await readUndone(ctx, link);
  const { store } = ctx.effects;
  const [from, until] = toRange(known);
  const next = `${Math.min(from, link.at)}:${Math.max(until, readClock())}`;
  if (!await store.compareAndSet(key, known, next, UNDO_MAX_AGE)) {
    throw toDeadLink();
  }
  const emailVerified = toSecond(ctx.now);
  const before = user.email ?? null;
  await write(ctx, user, {
    next: { email, emailVerified },
    end: async () => await lockOut(ctx, user),
    release: async () =>
      void await store.compareAndSet(key, next, known ?? "", UNDO_MAX_AGE),
  });
  const restored = { ...user, email, emailVerified };
  await tell(ctx, restored, { before, how: "undo" });
  await notify(ctx, restored, { kind: "addressChanged" });
}

/** Removes the password and ends all sessions: whoever changed the address may have both. */
async function lockOut(ctx: Context, user: AdapterUser): Promise<void> {
  const id = findStored(ctx.settings)?.id;
  if (id !== undefined) await removePasswords(ctx, user, [id]);
  const before = Math.max(ctx.now, readClock());
  await endSessions(ctx.settings, { user: user.id, before }, before);
}

/** Reads the moments between which the changes of a user were undone. */
async function readUndone(ctx: Context, { state }: AddressLink) {
  const parts = ["address undone", state.userId];
  const { keyring } = ctx.settings;
  const [name = ""] = await keyring.namesOf(JSON.stringify(parts));
  const key = `latchkey.address.${name}`;
  const [known = null] = await ctx.effects.store.get([key]);
  return { key, known };
}

function isUndone({ at }: AddressLink, known: string | null): boolean {
  const [from, until] = toRange(known);
  return from <= at && at <= until;
}

function toRange(known: string | null): readonly [number, number] {
  const [from = "", until = ""] = known ? known.split(":") : [];
  return known ? [Number(from), Number(until)] : [Infinity, -Infinity];
}
