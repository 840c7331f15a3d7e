import { SignInRequired } from "../../errors/errors.ts";
import type { SessionContext } from "../../request/context.ts";
import { isMet } from "../../session/demand.ts";
import { assertFresh, FRESH } from "../../session/fresh.ts";
import type { Presence } from "../../session/session_strategy.ts";
import { hasFactor } from "./factors.ts";
import { keepsFactors, readFactors } from "./stored_factors.ts";

/**
 * Makes sure that a user may add a sign-in method, change their address or
 * password, or delete their account, and returns their session: they signed in a
 * moment ago, with their second factor if they have one.
 * Otherwise a remembered browser and a stolen password would be enough to add a
 * passkey, which never needs the factor.
 *
 * @throws SignInRequired, with the code `fresh` if there is only more to prove;
 * AdapterError, or ConfigurationError if the user's factors do not open
 */
export async function findFreshWithFactor(
  ctx: SessionContext,
  present: Presence | null,
): Promise<Presence> {
  assertFresh(ctx, present);
  const demand = { ...FRESH, amr: ["mfa"] };
  if (
    isMet(demand, present, ctx.now) || !await mustProveFactor(ctx, present)
  ) return present;
  const error = new SignInRequired(
    "Such a change needs a sign-in with the second factor.",
  );
  error.code = "fresh";
  throw error;
}

/**
 * Whether the user of a session has a second factor, which has to be part of
 * every proof.
 *
 * @throws AdapterError, or ConfigurationError if the user's factors do not open
 */
export async function mustProveFactor(
  ctx: SessionContext,
  { userId }: Pick<Presence, "userId">,
): Promise<boolean> {
  return ctx.effects.adapter !== null && keepsFactors(ctx) &&
    hasFactor(await readFactors(ctx, userId));
}
