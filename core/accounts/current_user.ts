import type { AdapterUser } from "../model/adapter.ts";
import type { SessionContext } from "../request/context.ts";
import { toAdapter } from "../session/rows/row.ts";
import type { Presence } from "../session/session_strategy.ts";
import { toStrategy } from "../session/strategy.ts";

/** The current user as stored, and their live session. */
export interface CurrentUser {
  readonly present: Presence;
  readonly user: AdapterUser;
}

/** Finds the current user; null without a live session, or if the user was deleted. */
export async function findCurrentUser(
  ctx: SessionContext,
): Promise<CurrentUser | null> {
  const present = await toStrategy(ctx).find(ctx);
  const user = present && await toAdapter(ctx).getUser(present.userId);
  return present === null || user === null ? null : { present, user };
}

/** Returns the current user as stored; null without a live session. */
export async function findPresentUser(
  ctx: SessionContext,
): Promise<AdapterUser | null> {
  return (await findCurrentUser(ctx))?.user ?? null;
}
