import type { Context } from "../../request/context.ts";
import { SignInRequired } from "../../errors/errors.ts";
import { isMet } from "../../session/demand.ts";
import { assertFresh, FRESH } from "../../session/fresh.ts";
import type { Presence } from "../../session/session_strategy.ts";
import { hasFactor } from "./factors.ts";
import { keepsFactors, readFactors } from "./stored_factors.ts";

/**
 * Makes sure that a user may add a sign-in method or change their address, and
 * returns their session: they signed in a moment ago, with their second factor
 * if they have one.
 * Otherwise a remembered browser and a stolen password would be enough to add a
 * passkey, which never needs the factor.
 *
 * @throws SignInRequired, with the code `fresh` if there is only more to prove;
 * AdapterError, or ConfigurationError if the user's factors do not open
 */
export async function findFreshWithFactor(
  ctx: Context,
  present: Presence | null,
): Promise<Presence> {
  assertFresh(ctx, present);
  const demand = { ...FRESH, amr: ["mfa"] };
  if (
    ctx.effects.adapter === null || !keepsFactors(ctx) ||
    isMet(demand, present, ctx.now) ||
    !hasFactor(await readFactors(ctx, present.userId))
  ) return present;
  const error = new SignInRequired(
    "Such a change needs a sign-in with the second factor.",
  );
  error.code = "fresh";
  throw error;
}
