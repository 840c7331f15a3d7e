/**
 * Changes of an account whose call to the adapter times out, and which take
 * effect all the same.
 *
 * @module
 */

import type { SessionContext } from "../../request/context.ts";
import { readClock } from "../../runtime/clock.ts";
import { AdapterTimeout } from "../../storage/adapter_calls.ts";
import { endUntold } from "./end_sessions.ts";

/**
 * Runs a change. If a call times out, what belongs to the change is done once
 * the call answers.
 *
 * @param finish gets the late answer of the call
 * @throws what `change` throws
 */
export async function orLate<T>(
  { effects: { log } }: Pick<SessionContext, "effects">,
  change: () => Promise<T>,
  finish: (answer: unknown) => Promise<void>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof AdapterTimeout) {
      void error.late.then(finish).then(undefined, (late) => log.error(late));
    }
    throw error;
  }
}

/**
 * Ends all sessions of a user that have begun by now.
 *
 * @param end how; default: without telling the application
 * @returns when the next one may begin, in milliseconds since the epoch
 * @throws StoreError or AdapterError
 */
export async function endAll(
  ctx: Pick<SessionContext, "now" | "settings" | "effects">,
  user: string,
  end: typeof endUntold = endUntold,
): Promise<number> {
  const before = Math.max(ctx.now, readClock());
  await end(ctx, { user, before }, before);
  return before + 1;
}
