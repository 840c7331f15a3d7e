import { findCurrentUser } from "../../accounts/current_user.ts";
import { type Factors, hasFactor } from "../../accounts/factors/factors.ts";
import {
  keepsFactors,
  readFactors,
} from "../../accounts/factors/stored_factors.ts";
import { ConfigurationError, SignInRequired } from "../../errors/errors.ts";
import { InsufficientAuthentication } from "../../errors/step_up_errors.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { SessionContext } from "../../request/context.ts";
import { type Demand, isMet } from "../../session/demand.ts";
import { assertFresh, FRESH } from "../../session/fresh.ts";
import type { Presence } from "../../session/session_strategy.ts";

/** A signed-in user and their second factors. */
export interface FactorOwner {
  readonly present: Presence;
  readonly user: AdapterUser;
  readonly factors: Factors;
}

/**
 * Finds the signed-in user and their second factors; null without a session.
 *
 * @throws ConfigurationError without `Password`; AdapterError or StoreError
 */
export async function findFactorOwner(
  ctx: SessionContext,
): Promise<FactorOwner | null> {
  if (!keepsFactors(ctx)) {
    throw new ConfigurationError([
      "Second factors need the provider `Password`.",
    ]);
  }
  const current = await findCurrentUser(ctx);
  return current &&
    { ...current, factors: await readFactors(ctx, current.user.id) };
}

/**
 * Returns the proof that a change needs: a sign-in of the last ten minutes, of a
 * user with a second factor by that factor, too. Otherwise a remembered browser
 * and a stolen password would be enough to remove it.
 */
export function toChangeDemand({ factors }: FactorOwner): Demand {
  return hasFactor(factors) ? { ...FRESH, amr: ["mfa"] } : FRESH;
}

/** Finds the user as {@link findFactorOwner} does, who may change their factors now. */
export async function assertMayChange(
  ctx: SessionContext,
): Promise<FactorOwner> {
  const owner = await findFactorOwner(ctx);
  if (owner === null) {
    throw new SignInRequired("Changing second factors needs a live session.");
  }
  assertFresh(ctx, owner.present);
  if (isMet(toChangeDemand(owner), owner.present, ctx.now)) return owner;
  throw new InsufficientAuthentication(
    "Changing second factors needs a sign-in with one.",
  );
}
