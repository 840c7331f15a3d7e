import type { CookieChange } from "../../http/cookies.ts";
import type { Authentication } from "../../model/authentication.ts";
import type { SessionContext } from "../../request/context.ts";
import { readClock } from "../../runtime/clock.ts";
import { toStrategy } from "../strategy.ts";
import { endSessions } from "./end_sessions.ts";

/**
 * Ends all sessions of the current user but the present one, which gets a new
 * id: what a user does to their account must lock out everybody else.
 *
 * @param changes the user's new address, and a stronger proof; absent, the proof
 * by which they signed in stays as it is. Either is as old as before, and the
 * session ends no later
 * @returns the cookies to set, none if the present session ended meanwhile; and
 * when it began anew, in milliseconds since the epoch
 * @throws StoreError or AdapterError if they could not be ended
 */
export async function endOthers(
  ctx: SessionContext,
  userId: string,
  { email, authentication }: {
    readonly email?: string;
    readonly authentication?: Authentication | undefined;
  } = {},
): Promise<{ cookies: readonly CookieChange[]; begins: number }> {
  const before = Math.max(ctx.now, readClock());
  const end = () => endSessions(ctx.settings, { user: userId, before }, before);
  const begins = before + 1;
  const others = { end, begins, email };
  const cookies = await toStrategy(ctx).rotate(ctx, others, authentication);
  return { cookies, begins };
}
