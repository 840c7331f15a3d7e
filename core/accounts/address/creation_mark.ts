/**
 * A user and their first account are two calls to most adapters. If the process
 * ends in between, a user is left without a way in, who blocks the address for
 * the very person that it belongs to. So a mark is kept before the first call
 * and removed after the second: the same identity may finish what it began, and
 * only that, for a day.
 *
 * @module
 */

import type { AdapterUser } from "../../model/adapter.ts";
import { askStore } from "../../request/store_call.ts";
import type { Context } from "../../request/context.ts";
import { hash } from "../../crypto/hash.ts";
import type { Identity } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";

/** Seconds. */
const LIFETIME = 86_400;
const CREATING = "a user was created";

/** What is known of a user before it is stored, and can be seen of it after. */
type Likeness = Pick<AdapterUser, "email" | "name" | "image" | "emailVerified">;

interface Mark {
  /** The identity. */
  readonly identifier: string;
  /** What it is about to create: a user that looks otherwise was not made by it. */
  readonly token: string;
}

async function toMark(identity: Identity, user: Likeness): Promise<Mark> {
  const { provider, providerAccountId } = identity.account;
  const { email, name, image, emailVerified } = user;
  // A proved address and the second of its proof are enough, whatever the
  // database makes of the rest; databases round times.
  const likeness = emailVerified === null
    ? [email ?? null, name ?? null, image ?? null]
    : [email ?? null, Math.floor(emailVerified.getTime() / 1000)];
  return {
    identifier: `latchkey.new.${await hash(
      JSON.stringify([provider, providerAccountId]),
    )}`,
    token: await hash(JSON.stringify(likeness)),
  };
}

/**
 * A store of the host's outlives the process, the default one does not: then
 * the adapter's own tokens do, if it has any.
 */
function isInAdapter(ctx: Context): boolean {
  return !ctx.settings.hasOwnStore &&
    toAdapter(ctx).has("createVerificationToken", "useVerificationToken");
}

function toStoreKey({ identifier, token }: Mark): string {
  return `${identifier}.${token}`;
}

/** Says that this identity is about to create this user. */
export async function keepMark(
  ctx: Context,
  identity: Identity,
  user: Likeness,
): Promise<void> {
  const mark = await toMark(identity, user);
  if (isInAdapter(ctx)) {
    const expires = new Date(ctx.now + LIFETIME * 1000);
    const adapter = toAdapter(ctx);
    // One of an earlier try may be there still, and there can be only one.
    await adapter.useVerificationToken(mark);
    await adapter.createVerificationToken({ ...mark, expires });
    return;
  }
  const key = toStoreKey(mark);
  await askStore(ctx, CREATING, (store) => store.set(key, "begun", LIFETIME));
}

/** Whether this identity began to create this user, and did not finish. */
export async function hasMark(
  ctx: Context,
  identity: Identity,
  user: Likeness,
): Promise<boolean> {
  const mark = await toMark(identity, user);
  if (!isInAdapter(ctx)) {
    const keys = [toStoreKey(mark)];
    const [known] = await askStore(ctx, CREATING, (store) => store.get(keys));
    return typeof known === "string";
  }
  const adapter = toAdapter(ctx);
  const found = await adapter.useVerificationToken(mark);
  if (found === null || !(found.expires.getTime() > ctx.now)) return false;
  // Looking is using: it is put back until the account is there.
  await adapter.createVerificationToken({ ...mark, expires: found.expires });
  return true;
}

/** The user has their account now, or there is no user. A mark that stays is over in a day. */
export async function removeMark(
  ctx: Context,
  identity: Identity,
  user: Likeness,
): Promise<void> {
  const mark = await toMark(identity, user);
  try {
    if (isInAdapter(ctx)) await toAdapter(ctx).useVerificationToken(mark);
    else await ctx.effects.store.delete(toStoreKey(mark));
  } catch (error) {
    ctx.effects.log.warn(
      "new-user",
      `The mark of a new user could not be removed: ${toMessage(error)}`,
    );
  }
}

/** Whether this request is the one that tells of the new user: one is, however many helped. */
export async function isFirstToTell(
  ctx: Context,
  userId: string,
): Promise<boolean> {
  const key = `latchkey.created.${userId}`;
  try {
    const { store } = ctx.effects;
    return await store.compareAndSet(key, null, "told", LIFETIME);
  } catch {
    // The user is there: rather told twice than never.
    return true;
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : "it threw";
}
