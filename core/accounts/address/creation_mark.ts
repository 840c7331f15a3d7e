/**
 * With most adapters, creating a user and their first account takes two calls.
 * If the process dies in between, a user without a sign-in method is left, who
 * blocks the address for its rightful owner. So a mark is stored before the
 * first call and removed after the second: for a day, the same identity, and no
 * other, may finish what it began.
 *
 * @module
 */

import type { AccountKey, AdapterUser } from "../../model/adapter.ts";
import { AdapterError } from "../../errors/errors.ts";
import type { SessionContext } from "../../request/context.ts";
import { hash } from "../../crypto/hash.ts";
import type { Identity } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";

/** Lifetime of a mark in seconds. */
const LIFETIME = 86_400;

/**
 * The fields of a user that are known before it is stored, and can be compared
 * with it afterwards.
 */
type Likeness = Pick<AdapterUser, "email" | "name" | "image" | "emailVerified">;

interface Mark {
  /** A hash of the identity. */
  readonly identifier: string;
  /**
   * A hash of the user that is about to be created: a different one was not
   * created by this identity.
   */
  readonly token: string;
}

async function toMark(identity: Identity, user: Likeness): Promise<Mark> {
  const { provider, providerAccountId } = identity.account;
  const { email, name, image, emailVerified } = user;
  // A proved address and the second of its proof are enough, however the
  // database stores the rest; databases round times.
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
 * Whether marks are stored as the adapter's tokens, if it has any. The
 * application's own store outlives the process, but the default one does not.
 */
function isInAdapter(ctx: SessionContext): boolean {
  return !ctx.settings.hasOwnStore &&
    toAdapter(ctx).has("createVerificationToken", "useVerificationToken");
}

function toStoreKey({ identifier, token }: Mark): string {
  return `${identifier}.${token}`;
}

/** Records that this identity is about to create this user. */
export async function markCreation(
  ctx: SessionContext,
  identity: Identity,
  user: Likeness,
): Promise<void> {
  const mark = await toMark(identity, user);
  if (isInAdapter(ctx)) {
    // A mark of an earlier try may still exist, and there can be only one.
    await toAdapter(ctx).useVerificationToken(mark);
    await putMark(ctx, mark, new Date(ctx.now + LIFETIME * 1000));
    return;
  }
  const key = toStoreKey(mark);
  await ctx.effects.store.set(key, "begun", LIFETIME);
}

/** Stores a mark as one of the adapter's tokens. */
async function putMark(
  ctx: SessionContext,
  mark: Mark,
  expires: Date,
): Promise<void> {
  const adapter = toAdapter(ctx);
  try {
    await adapter.createVerificationToken({ ...mark, expires });
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    // The same sign-in may have stored it in another process.
    await adapter.useVerificationToken(mark);
    await adapter.createVerificationToken({ ...mark, expires });
  }
}

/** Whether this identity began to create this user and did not finish. */
export async function hasMark(
  ctx: SessionContext,
  identity: Identity,
  user: Likeness,
): Promise<boolean> {
  const mark = await toMark(identity, user);
  if (!isInAdapter(ctx)) {
    const keys = [toStoreKey(mark)];
    const [known] = await ctx.effects.store.get(keys);
    return typeof known === "string";
  }
  const adapter = toAdapter(ctx);
  const found = await adapter.useVerificationToken(mark);
  if (found === null || !(found.expires.getTime() > ctx.now)) return false;
  // Reading a token uses it up, so it is put back until the account exists.
  await putMark(ctx, mark, found.expires);
  return true;
}

/**
 * Removes the mark once the user has an account, or if there is no user. A mark
 * that is left expires in a day.
 */
export async function removeMark(
  ctx: SessionContext,
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

/**
 * Logs that a user was created, and emits `createUser`. Exactly one request
 * does, however many took part; returns whether it was this one.
 */
export async function announceUser(
  ctx: SessionContext,
  { provider }: Pick<AccountKey, "provider">,
  user: AdapterUser,
): Promise<boolean> {
  if (!await isFirstToTell(ctx, user.id)) return false;
  const { emit, log } = ctx.effects;
  const userId = user.id;
  log.debug("A first sign-in created a user.", { userId, provider });
  await emit("createUser", { user });
  return true;
}

async function isFirstToTell(
  ctx: SessionContext,
  userId: string,
): Promise<boolean> {
  const key = `latchkey.created.${userId}`;
  try {
    const { store } = ctx.effects;
    return await store.compareAndSet(key, null, "told", LIFETIME);
  } catch {
    // The user exists, so two events are better than none.
    return true;
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : "it threw";
}
