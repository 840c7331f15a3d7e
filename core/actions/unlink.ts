import { unlinkAccount } from "../accounts/unlink.ts";
import type { Context } from "../request/context.ts";
import { loadOAuth } from "../methods/load_oauth.ts";
import { UnknownAction } from "../errors/errors.ts";
import { type Outcome, redirect } from "../request/outcome.ts";
import { assertFresh } from "../session/fresh.ts";
import { toStrategy } from "../session/strategy.ts";
import { keepTarget, resolveTarget } from "../request/redirect_target.ts";

/**
 * `POST /unlink/<provider>`: unlinks an account of the current user, who must
 * have signed in recently, unless it is their last sign-in method.
 */
export async function unlink(ctx: Context): Promise<Outcome> {
  const { provider, effects, request: { form: { providerAccountId } } } = ctx;
  if (effects.adapter === null || provider === null) {
    throw new UnknownAction("Without an adapter there is nothing to unlink.");
  }
  const target = await resolveTarget(ctx);
  const strategy = toStrategy(ctx);
  const present = await strategy.find(ctx);
  await keepTarget(target, async () => {
    assertFresh(ctx, present);
    const which = { provider: provider.id, providerAccountId };
    const { kept } = await unlinkAccount(ctx, present.userId, which);
    if (kept === null) return;
    const { revokeTokens } = await loadOAuth();
    await revokeTokens(ctx, kept, "unlink");
  });
  return redirect(target, ...await strategy.rotate(ctx));
}
