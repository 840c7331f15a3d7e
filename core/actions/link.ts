import type { Context } from "../request/context.ts";
import { SignInRequired, UnknownAction, withTarget } from "../errors/errors.ts";
import { leaveForProvider } from "../methods/begin.ts";
import type { Outcome } from "../request/outcome.ts";
import { toStrategy } from "../session/strategy.ts";
import { resolveTarget } from "../request/redirect_target.ts";

/**
 * `POST /link/<provider>`: redirects to the provider, to link another account
 * to the current user. Their id goes into the sealed attempt.
 */
export async function link(ctx: Context): Promise<Outcome> {
  if (ctx.effects.adapter === null) {
    throw new UnknownAction("Without an adapter there is nothing to link to.");
  }
  const target = await resolveTarget(ctx);
  const present = await toStrategy(ctx).find(ctx);
  if (present === null) {
    const error = new SignInRequired("Linking needs a live session.");
    throw withTarget(error, target);
  }
  return await leaveForProvider(ctx, { target, linkTo: present.userId });
}
