import type { AdapterUser } from "../adapter.ts";
import type { Context } from "../context.ts";
import { SignInRequired } from "../errors.ts";
import { isUserRevoked } from "../session/revocation.ts";
import { toStrategy } from "../session/strategy.ts";

/**
 * Makes sure that the session which asked to add a way in is live now. A take-over
 * ends the sessions of a user before it lists the ways in: checked after the way
 * in was stored, either this fails or the take-over finds it.
 *
 * @throws SignInRequired, StoreError or AdapterError
 */
export async function assertLinking(
  ctx: Context,
  { id }: AdapterUser,
): Promise<void> {
  const present = await toStrategy(ctx).find(withoutMemo(ctx));
  if (present?.userId === id) return;
  throw new SignInRequired("The session that asked to add a way in has ended.");
}

/**
 * Makes sure that the sessions of a user were not ended after this moment, in
 * milliseconds since the epoch.
 *
 * @throws SignInRequired or StoreError
 */
export async function assertNotEnded(
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
function withoutMemo(ctx: Context): Context {
  const { settings } = ctx;
  const session = { ...settings.session, revocationCheck: 0 };
  return { ...ctx, settings: { ...settings, session } };
}
