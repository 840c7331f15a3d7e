import type { CookieChange } from "../../http/cookies.ts";
import { SignInRequired } from "../../errors/errors.ts";
import type { Authentication } from "../../model/authentication.ts";
import type { SessionContext } from "../../request/context.ts";
import { readClock } from "../../runtime/clock.ts";
import { toStrategy } from "../strategy.ts";
import { endSessions, endUntold } from "./end_sessions.ts";

/** The sessions to end, and what the present one has from now on. */
interface Ending {
  /** The user's new address. */
  readonly email?: string | undefined;
  /** A stronger proof. Default: that by which the user signed in. */
  readonly authentication?: Authentication | undefined;
  /** How the others end. Default: {@link endSessions}. */
  readonly by?: typeof endSessions;
}

/** The cookies to set, and when the present session began anew, in milliseconds since the epoch. */
interface Ended {
  /** None if the present session ended meanwhile. */
  readonly cookies: readonly CookieChange[];
  readonly begins: number;
}

/**
 * Ends all sessions of the current user but the present one, which gets a new
 * id: what a user does to their account must lock out everybody else. The
 * proof is as old as before, and the session ends no later.
 *
 * @throws StoreError or AdapterError if they could not be ended
 */
export async function endOthers(
  ctx: SessionContext,
  userId: string,
  { email, authentication, by = endSessions }: Ending = {},
): Promise<Ended> {
  const before = Math.max(ctx.now, readClock());
  const end = () => by(ctx, { user: userId, before }, before);
  const begins = before + 1;
  const others = { end, begins, email };
  const cookies = await toStrategy(ctx).rotate(ctx, others, authentication);
  return { cookies, begins };
}

/**
 * Ends all other sessions of the current user both before and after a change:
 * before it, so that none is left if something fails or the process dies; after
 * it, because somebody may have signed in meanwhile.
 *
 * @param change returns null if it was not made: then the present session is
 * over, too
 * @returns what `change` returned as well
 * @throws SignInRequired if the present session ended meanwhile; StoreError,
 * AdapterError, and what `change` throws
 */
export async function changeAlone<T>(
  ctx: SessionContext,
  userId: string,
  { change, ...ending }: Pick<Ending, "email" | "authentication"> & {
    change(): Promise<T | null>;
  },
): Promise<Ended & { readonly made: T } | null> {
  const { cookies } = await endOthers(ctx, userId, ending);
  const session = cookies.flatMap(({ role, value }) =>
    role === "session" && value !== null ? [value] : []
  );
  if (session.length === 0) {
    throw new SignInRequired(
      "The session that requested this change has ended.",
    );
  }
  const made = await change();
  if (made === null) return null;
  const renewed = { ...ctx, jar: { ...ctx.jar, session } };
  return { made, ...await endOthers(renewed, userId, { by: endUntold }) };
}
