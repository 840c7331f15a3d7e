import type { SessionContext } from "../../core/request/context.ts";
import type { BridgeRules } from "./bridge.ts";
import { findUser, type UserSession } from "./find_user.ts";
import { logBroken, logRefusal } from "./log.ts";
import { type OldCookies, parseOldCookies } from "./old_cookies.ts";

/** A session of another library, and the bridge that opened it. */
export interface Found {
  readonly bridge: BridgeRules;
  readonly session: UserSession;
}

/**
 * Finds the session of another library that a browser sends. The first bridge
 * that opens one is used. Two sessions of one library that belong to different
 * users are refused, because one of them was planted.
 *
 * @throws AdapterError or StoreError
 */
export async function findOld(
  ctx: SessionContext,
  bridges: readonly BridgeRules[],
): Promise<Found | null> {
  const cookies = parseOldCookies(ctx.jar.header);
  for (const bridge of bridges) {
    if (cookies.isTooLong) logRefusal(ctx, bridge, { reason: "too large" });
    const [session, ...others] = await openAll(ctx, bridge, cookies);
    if (session === undefined) continue;
    if (others.every(({ userId }) => userId === session.userId)) {
      return { bridge, session };
    }
    ctx.effects.log.warn(
      "two-sessions",
      `A browser sent valid sessions of ${bridge.name} for two users; both were refused.`,
    );
    return null;
  }
  return null;
}

/**
 * Opens every session of one library that a browser sends.
 *
 * @throws AdapterError or StoreError, or what the application's function threw,
 * unless that was a mistake in its code
 */
export async function openAll(
  ctx: SessionContext,
  bridge: BridgeRules,
  cookies: OldCookies,
): Promise<readonly UserSession[]> {
  const sessions: UserSession[] = [];
  for (const candidate of bridge.candidates(cookies)) {
    try {
      const opened = await findUser(ctx, await bridge.open(candidate, ctx));
      if (opened.kind === "session") sessions.push(opened.session);
      if (opened.kind === "refused") logRefusal(ctx, bridge, opened);
    } catch (error) {
      logBroken(ctx, bridge, error);
    }
  }
  return sessions;
}
