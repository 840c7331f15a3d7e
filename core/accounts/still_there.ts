import type { AccountKey, AdapterUser } from "../model/adapter.ts";
import type { SessionContext } from "../request/context.ts";
import { SignInRequired } from "../errors/errors.ts";
import { toAdapter } from "../session/rows/row.ts";
import {
  ALL_KEY,
  isOver,
  readMarks,
  toUserKey,
} from "../session/revocation/revocation.ts";
import { withoutCache } from "../session/rows/row_standing.ts";
import { toStrategy } from "../session/strategy.ts";
import type { LinkVerdict } from "./decide.ts";
import { assertAddress } from "./address/verify_address.ts";
import { type Arrival, toAccountKey } from "./facts.ts";

/**
 * Asserts that the session which asked to change a user's sign-in methods is
 * live now. A take-over ends the sessions of a user before it lists the sign-in
 * methods: if this is checked after a method was stored, either this fails or
 * the take-over finds the method.
 *
 * @throws SignInRequired, StoreError or AdapterError
 */
export async function assertPresent(
  ctx: SessionContext,
  userId: string,
): Promise<void> {
  // A sign-in method outlives a session.
  const present = await toStrategy(ctx).find(withoutCache(ctx));
  if (present?.userId === userId) return;
  throw new SignInRequired(
    "The session that requested this change has ended.",
  );
}

/**
 * Asserts that the sessions of a user were not ended after this moment, in
 * milliseconds since the epoch.
 *
 * @throws SignInRequired or StoreError
 */
async function assertNotEnded(
  ctx: SessionContext,
  userId: string,
  began: number,
): Promise<void> {
  const marks = await readMarks(ctx, [toUserKey(userId), ALL_KEY]);
  if (!isOver(marks, began)) return;
  throw new SignInRequired(
    "The sessions of this user were ended during the sign-in.",
  );
}

/**
 * Asserts that the account which was just linked may stay, and removes it
 * otherwise, or if that is unknown. If a session asked for it, that session has
 * to be live; if it finishes a user, there must have been no take-over since;
 * if it was linked by its address, the user has to have that address still.
 *
 * @throws SignInRequired, AccessDenied, StoreError or AdapterError
 */
export async function keepOrUnlink(
  ctx: SessionContext,
  { identity, linkTo }: Arrival,
  { kind }: LinkVerdict,
  user: AdapterUser,
): Promise<void> {
  try {
    if (linkTo !== null) await assertPresent(ctx, linkTo.id);
    else if (kind === "finish") await assertNotEnded(ctx, user.id, ctx.now);
    else await assertAddress(ctx, user.id, identity.user.email ?? "");
  } catch (error) {
    await unlinkAgain(ctx, toAccountKey(identity.account));
    throw error;
  }
}

/** Removes an account that was linked too late. */
export async function unlinkAgain(
  ctx: SessionContext,
  account: AccountKey,
): Promise<void> {
  const adapter = toAdapter(ctx);
  if (adapter.has("unlinkAccount")) {
    await adapter.unlinkAccount(account);
    return;
  }
  ctx.effects.log.warn(
    "linking",
    `An account at "${account.provider}" was linked after the session that asked for it had ended, and stays: the adapter lacks \`unlinkAccount\`.`,
  );
}
