/**
 * The store's marks that refuse sessions of other libraries. A renewed cookie
 * of such a library shares no id with the one before, so a mark is about a
 * user, or about all of them.
 *
 * @module
 */

import type { Settings } from "../../core/config/settings.ts";
import { readSessionId } from "../../core/model/session_id.ts";
import type { SessionContext } from "../../core/request/context.ts";
import { CLOCK_TOLERANCE, readClock } from "../../core/runtime/clock.ts";
import { toMoment } from "../../core/session/revocation/revoke.ts";
import {
  ALL_KEY,
  isOver,
  readMarks,
  type Revocation,
  toUserKey,
} from "../../core/session/revocation/revocation.ts";
import { toPersons } from "../../core/session/start.ts";
import { toAdapter } from "../../core/session/rows/row.ts";
import type { UserSession } from "./find_user.ts";

// In a memory store, keys that begin like this are not dropped.
const ALL_OLD = "revoked:accepted";

/** Whether a session of another library was ended: by its user's sign-out, or by a revocation. */
export async function isRefused(
  ctx: SessionContext,
  { startedAt, ...session }: UserSession,
): Promise<boolean> {
  const ids = toUserIds(session);
  const persons = await Promise.all(
    ids.map((id) => toPersons(ctx.settings, id)),
  );
  const keys = [
    ...ids.map(toUserKey),
    ALL_KEY,
    ALL_OLD,
    ...persons.flat().map(toKey),
  ];
  const marks = await readMarks(ctx, keys);
  // A session of unknown age may have begun before any mark.
  return startedAt === null
    ? marks.some((mark) => mark !== null)
    : marks.some((mark) => isOver([mark], startedAt));
}

/** Returns the ids under which the sign-outs of a session's user are marked. */
export function toUserIds(
  { userId, stableId = userId }: Pick<UserSession, "userId" | "stableId">,
): readonly string[] {
  return userId === stableId ? [userId] : [userId, stableId];
}

/**
 * Refuses the sessions of other libraries that a revocation is about, until
 * accepting ends.
 *
 * @param until milliseconds since the epoch
 * @throws StoreError or AdapterError
 */
export async function refuseOld(
  settings: Settings,
  what: Revocation,
  until: number,
): Promise<void> {
  const now = readClock();
  const ttl = Math.ceil((until - now) / 1000) + CLOCK_TOLERANCE;
  if (!(ttl > 0)) return;
  const key = what.all ? ALL_OLD : await findKey(settings, what);
  if (key === null) return;
  const [known = null] = await settings.store.get([key]);
  // A process with a slower clock must not move a mark back.
  const at = Math.max(toMoment(what, now), Number(known ?? 0));
  await settings.store.set(key, String(at), ttl);
}

async function findKey(
  settings: Settings,
  what: Revocation,
): Promise<string | null> {
  if (what.user !== undefined) return await toUserMark(settings, what.user);
  const id = what.session ?? "";
  if (settings.strategy === "database") {
    const found = await toAdapter({ effects: settings }).getSessionAndUser(id);
    return found === null ? null : await toUserMark(settings, found.user.id);
  }
  const person = readSessionId(id)?.person;
  return person === undefined ? null : toKey(person);
}

async function toUserMark(settings: Settings, sub: string): Promise<string> {
  const [newest = ""] = await toPersons(settings, sub);
  return toKey(newest);
}

function toKey(person: string): string {
  return `${ALL_OLD}:${person}`;
}
