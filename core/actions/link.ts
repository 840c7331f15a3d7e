import type { Context } from "../request/context.ts";
import { UnknownAction } from "../errors/errors.ts";
import { leaveForProvider } from "../methods/leave_for_provider.ts";
import type { Outcome } from "../request/outcome.ts";
import { findFreshWithFactor } from "../accounts/factors/fresh_factor.ts";
import { toStrategy } from "../session/strategy.ts";
import { keepTarget, resolveTarget } from "../request/redirect_target.ts";

/**
 * `POST /link/<provider>`: redirects to the provider, to link another account
 * to the current user, who must have signed in recently. Their id goes into the
 * sealed attempt.
 */
export async function link(ctx: Context): Promise<Outcome> {
  if (ctx.effects.adapter === null) {
    throw new UnknownAction("Without an adapter there is nothing to link to.");
  }
  const target = await resolveTarget(ctx);
  const present = await toStrategy(ctx).find(ctx);
  return await keepTarget(target, async () => {
    const { userId: linkTo } = await findFreshWithFactor(ctx, present);
    return await leaveForProvider(ctx, { target, linkTo });
  });
}
