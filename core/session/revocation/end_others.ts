import type { CookieChange } from "../../http/cookies.ts";
import type { SessionContext } from "../../request/context.ts";
import { readClock } from "../../runtime/clock.ts";
import { toStrategy } from "../strategy.ts";
import { endSessions } from "./end_sessions.ts";

/**
 * Ends all sessions of the current user but the present one, which gets a new
 * id: what a user does to their account must lock out everybody else. The proof
 * by which they signed in stays as it is, and as old.
 *
 * @param email the user's new address, if it changed
 * @returns the cookies to set, none if the present session ended meanwhile; and
 * when it began anew, in milliseconds since the epoch
 * @throws StoreError or AdapterError if they could not be ended
 */
export async function endOthers(
  ctx: SessionContext,
  userId: string,
  email?: string,
): Promise<{ cookies: readonly CookieChange[]; begins: number }> {
  const before = Math.max(ctx.now, readClock());
  const end = () => endSessions(ctx.settings, { user: userId, before }, before);
  const begins = before + 1;
  const cookies = await toStrategy(ctx).rotate(ctx, { end, begins, email });
  return { cookies, begins };
}
