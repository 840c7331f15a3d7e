import type { Factors } from "../../accounts/factors/factors.ts";
import { changeFactors } from "../../accounts/factors/stored_factors.ts";
import type { Authentication } from "../../model/authentication.ts";
import type { SessionContext } from "../../request/context.ts";
import { inTurn } from "../../runtime/serial_queue.ts";
import { changeAlone } from "../../session/revocation/end_others.ts";
import { endAll, orLate } from "../../session/revocation/late_change.ts";
import { withoutCache } from "../../session/rows/row_standing.ts";
import { assertMayChange, type FactorOwner } from "./owner.ts";

/**
 * Runs a change for the current user, one at a time in this process: a form that
 * is sent twice finds that its session has another id, and ends nothing.
 */
export async function inTurnOf<T>(
  ctx: SessionContext,
  work: (owner: FactorOwner) => Promise<T>,
): Promise<T> {
  const { user } = await assertMayChange(ctx);
  return await inTurn(
    `ways in ${ctx.settings.key} ${user.id}`,
    async () => await work(await assertMayChange(withoutCache(ctx))),
  );
}

/** A change of second factors. */
interface Wish {
  /** Makes it; null: it cannot be made. */
  readonly to: (factors: Factors) => Factors | null;
  /** Tells the user and the application that it was made. */
  readonly tell: () => Promise<void>;
  /** The proof that the session has from now on. Default: that of before. */
  readonly authentication?: Authentication | null;
}

/**
 * Makes a change, and ends the other sessions.
 *
 * @returns null if it cannot be made
 */
export async function change(
  ctx: SessionContext,
  { user: { id }, factors: before }: FactorOwner,
  { to, tell, authentication }: Wish,
): ReturnType<typeof changeAlone<Factors>> {
  // What cannot be done signs nobody out.
  if (to(before) === null) return null;
  return await changeAlone(ctx, id, {
    authentication: authentication ?? undefined,
    change: () => store(ctx, id, { to, tell }),
  });
}

/** Stores a change, and tells of it, even if it takes effect after its call timed out. */
async function store(
  ctx: SessionContext,
  userId: string,
  { to, tell }: Wish,
): Promise<Factors | null> {
  const factors = await orLate(
    ctx,
    () => changeFactors(ctx, userId, to),
    async (isReplaced) => {
      if (isReplaced !== true) return;
      await tell();
      await endAll(ctx, userId);
    },
  );
  if (factors !== null) await tell();
  return factors;
}
