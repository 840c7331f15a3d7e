import { loadAccounts } from "../accounts/load.ts";
import type { Context } from "../request/context.ts";
import {
  AuthError,
  SignInRequired,
  UnknownAction,
  withTarget,
} from "../errors/errors.ts";
import { type Outcome, redirect } from "../request/outcome.ts";
import { toStrategy } from "../session/strategy.ts";
import { readCallbackUrl, resolveTarget } from "../request/redirect_target.ts";

/**
 * `POST /unlink/<provider>`: unlinks an account of the current user, unless it
 * is their last sign-in method.
 */
export async function unlink(ctx: Context): Promise<Outcome> {
  const { provider, effects, request: { form } } = ctx;
  if (effects.adapter === null || provider === null) {
    throw new UnknownAction("Without an adapter there is nothing to unlink.");
  }
  const target = await resolveTarget(ctx, readCallbackUrl(ctx));
  const strategy = toStrategy(ctx);
  const present = await strategy.find(ctx);
  if (present === null) {
    const error = new SignInRequired("Unlinking needs a live session.");
    throw withTarget(error, target);
  }
  const { providerAccountId } = form;
  const which = { provider: provider.id, providerAccountId };
  const { unlinkAccount } = await loadAccounts();
  try {
    await unlinkAccount(ctx, present.userId, which);
  } catch (error) {
    throw error instanceof AuthError ? withTarget(error, target) : error;
  }
  return redirect(target, ...await strategy.rotate(ctx));
}
