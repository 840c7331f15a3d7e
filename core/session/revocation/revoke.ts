import { AuthError } from "../../errors/auth_error.ts";
import { StoreError } from "../../errors/errors.ts";
import type { Settings } from "../../config/settings.ts";
import { revocationCache } from "../../storage/process_cache.ts";
import { toTtl } from "./marks.ts";
import { ALL_KEY, type Revocation, toUserKey } from "./revocation.ts";

/** A revocation of all sessions of a user, or of all users. */
export type GroupRevocation = Exclude<Revocation, { readonly session: string }>;

/**
 * Marks the sessions of a user, or of all users, as ended. Marks hold
 * milliseconds: a session that begins right after is not affected.
 *
 * @param ttl seconds; by default the mark outlives every copy of a cookie that
 * could still be renewed, so that a copy is ended like the original
 * @throws StoreError if the store failed; AuthError if the clock returns no time
 */
export async function revokeGroup(
  settings: Settings,
  what: GroupRevocation,
  now: number,
  ttl: number = toTtl(settings),
): Promise<void> {
  const key = what.user === undefined ? ALL_KEY : toUserKey(what.user);
  const since = toMoment(what, now);
  try {
    const [known = null] = await settings.store.get([key]);
    // A process with a slower clock must not move a mark back.
    const at = Math.max(since, Number(known ?? 0));
    await settings.store.set(key, String(at), ttl);
  } catch (error) {
    throw new StoreError("The store could not keep a revocation.", {
      cause: error,
    });
  } finally {
    // Also after a failure: the call may have taken effect.
    revocationCache.forget({ mark: key });
  }
}

/** Returns the moment before which sessions must have begun to be ended, in milliseconds since the epoch. */
export function toMoment(what: Revocation, now: number): number {
  // The mark must not cover sessions that have not begun.
  const moment = Math.min(now, Number(what.before ?? now));
  if (Number.isFinite(moment)) return moment;
  throw new AuthError(
    "No session was ended, because the clock of this process returns no time.",
  );
}
