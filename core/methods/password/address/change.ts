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
import { changeAlone } from "../../../session/revocation/end_others.ts";
import { endSessions } from "../../../session/revocation/end_sessions.ts";
import { endAll, orLate } from "../../../session/revocation/late_change.ts";
import { toAdapter } from "../../../session/rows/row.ts";
import { notify } from "../notices/notify.ts";
import { findStored } from "../../../providers/stored_provider.ts";
import {
  type AddressLink,
  CONFIRM_MAX_AGE,
  isInState,
  toAddressState,
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
 * @throws Verification if the address has changed since, or another user has
 * proved it; SignInRequired, AdapterError or StoreError
 */
export async function changeAddress(
  ctx: Context,
  user: AdapterUser,
  link: AddressLink,
): Promise<readonly CookieChange[]> {
  const { state, to } = link;
  const other = await findOther(ctx, state.userId, to);
  if (isProved(other) || !isInState(user, state)) throw toDeadLink();
  const { store } = ctx.effects;
  const key = await toClaimKey(ctx, link);
  // Of two changes at once, one wins.
  if (!await store.compareAndSet(key, null, "used", 2 * CONFIRM_MAX_AGE)) {
    throw toDeadLink();
  }
  const emailVerified = toSecond(Math.max(ctx.now, (state.proved ?? 0) + 1000));
  const changed = { ...user, email: to, emailVerified };
  try {
    await assertPresent(ctx, user.id);
    await dropClaim(ctx, other);
    const done = await changeAlone(ctx, user.id, {
      email: to,
      change: () =>
        write(ctx, changed, {
          tell: () => tellChange(ctx, user, changed),
          lockOut: () => endAll(ctx, user.id),
        }),
    });
    return done?.cookies ?? [];
  } catch (error) {
    await store.delete(key);
    throw error;
  }
}

async function tellChange(
  ctx: Context,
  user: AdapterUser,
  changed: AdapterUser,
): Promise<void> {
  const state = toAddressState(user);
  const to = changed.email ?? "";
  await tell(ctx, changed, { before: state.email, how: "change" });
  if (state.proved !== null && state.email !== null && state.email !== to) {
    const url = await toLinkUrl(ctx, "undo", { state, to });
    await notify(ctx, user, { kind: "addressLeft", address: to, url });
  }
  await notify(ctx, changed, { kind: "addressChanged" });
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
 * Writes an address, and tells of it. A call that timed out may still do so: then
 * whoever has come in the meantime is locked out.
 */
async function write(
  ctx: Context,
  { id, email, emailVerified }: AdapterUser,
  { tell, lockOut }: {
    tell(): Promise<void>;
    lockOut(): Promise<unknown>;
  },
): Promise<true> {
  await forgetAllBrowsers(ctx, id);
  await orLate(
    ctx,
    async () => await toAdapter(ctx).updateUser({ id, email, emailVerified }),
    async () => {
      await tell();
      await lockOut();
    },
  );
  await tell();
  return true;
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
  const { state: { userId, email } } = link;
  const { known } = await readUndone(ctx, link);
  const other = await findOther(ctx, userId, email);
  return !isProved(other) && !isUndone(link, known);
}

/** Finds another user who has an address; null: nobody has. */
async function findOther(
  ctx: Context,
  userId: string,
  address: string | null,
): Promise<AdapterUser | null> {
  const owner = await findUserWithSameEmail(toAdapter(ctx), address);
  return owner?.id === userId ? null : owner;
}

const isProved = (user: AdapterUser | null): boolean =>
  user !== null && user.emailVerified !== null;

/**
 * Takes an address that is about to be written from another user, who has not
 * proved it: otherwise whoever claims it at a provider could keep its owner out.
 */
async function dropClaim(
  ctx: Context,
  other: AdapterUser | null,
): Promise<void> {
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
  await dropClaim(ctx, await findOther(ctx, userId, email));
  const { key, known } = await readUndone(ctx, link);
  const { store } = ctx.effects;
  const [from, until] = toRange(known);
  const next = `${Math.min(from, link.at)}:${Math.max(until, readClock())}`;
  if (!await store.compareAndSet(key, known, next, UNDO_MAX_AGE)) {
    throw toDeadLink();
  }
  const restored = { ...user, email, emailVerified: toSecond(ctx.now) };
  try {
    // Once before, so that a failure does not leave the account open to whoever
    // changed it; and once after, because they may have come back meanwhile.
    await lockOut(ctx, user);
    await write(ctx, restored, {
      tell: async () => {
        const before = user.email ?? null;
        await tell(ctx, restored, { before, how: "undo" });
        await notify(ctx, restored, { kind: "addressChanged" });
      },
      lockOut: () => lockOut(ctx, user),
    });
    await lockOut(ctx, user);
  } catch (error) {
    await store.compareAndSet(key, next, known ?? "", UNDO_MAX_AGE);
    throw error;
  }
}

/** Removes the password and ends all sessions: whoever changed the address may have both. */
async function lockOut(ctx: Context, user: AdapterUser): Promise<void> {
  const id = findStored(ctx.settings)?.id;
  if (id !== undefined) await removePasswords(ctx, user, [id]);
  await endAll(ctx, user.id, endSessions);
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
