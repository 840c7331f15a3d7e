import type { AccountKey, AdapterUser } from "../model/adapter.ts";
import type { Context, SessionContext } from "../request/context.ts";
import { SignInRequired } from "../errors/errors.ts";
import { toAdapter } from "../session/rows/row.ts";
import { isUserRevoked } from "../session/revocation/revocation.ts";
import { toStrategy } from "../session/strategy.ts";
import type { LinkVerdict } from "./decide.ts";
import { assertAddress } from "./address/verify_address.ts";
import { type Arrival, toAccountKey } from "./facts.ts";

/**
 * Makes sure that the session which asked to change the ways in of a user is live
 * now. A take-over ends the sessions of a user before it lists the ways in: if
 * this is checked after a way in was stored, either this fails or the take-over
 * finds it.
 *
 * @throws SignInRequired, StoreError or AdapterError
 */
export async function assertPresent(
  ctx: SessionContext,
  userId: string,
): Promise<void> {
  const present = await toStrategy(ctx).find(withoutMemo(ctx));
  if (present?.userId === userId) return;
  throw new SignInRequired(
    "The session that asked to change the ways in has ended.",
  );
}

/**
 * Makes sure that the sessions of a user were not ended after this moment, in
 * milliseconds since the epoch.
 *
 * @throws SignInRequired or StoreError
 */
async function assertNotEnded(
  ctx: Context,
  userId: string,
  began: number,
): Promise<void> {
  if (!await isUserRevoked(withoutMemo(ctx), userId, began)) return;
  throw new SignInRequired(
    "The sessions of this user were ended during the sign-in.",
  );
}

/** The store is asked, whatever it answered within `revocationCheck`: a way in outlasts a session. */
function withoutMemo(ctx: SessionContext): SessionContext {
  const { settings } = ctx;
  const session = { ...settings.session, revocationCheck: 0 };
  return { ...ctx, settings: { ...settings, session } };
}

/**
 * Makes sure that the account which was just linked may stay. If a session asked
 * for it, that has to be live; if it finishes a user, nobody may have taken that
 * user over since; if it was linked by its address, the user has to have that
 * still. Otherwise, or if that cannot be told, it is removed.
 *
 * @throws SignInRequired, AccessDenied, StoreError or AdapterError
 */
export async function keepOrUnlink(
  ctx: Context,
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

/** Removes an account whose linking came too late. */
export async function unlinkAgain(
  ctx: Context,
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
