/**
 * The store's marks that refuse sessions of other libraries. A renewed cookie
 * of such a library shares no id with the one before, so a mark is about a
 * user, or about all of them.
 *
 * @module
 */

import type { Settings } from "../../core/config/settings.ts";
import { readSessionId } from "../../core/model/session_id.ts";
import {
  createProviderContext,
  type SessionContext,
} from "../../core/request/context.ts";
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

/** A session of another library. */
export interface Conversion {
  /** The library's name. */
  readonly library: string;
  readonly session: UserSession;
}

/**
 * Derives the names of a session, newest secret first. Only holders of the
 * application's secret can compute them.
 */
export async function toNames(
  { keyring }: Settings,
  { library, session }: Conversion,
): Promise<readonly string[]> {
  const text = JSON.stringify(["accepted", library, session.identity]);
  return await keyring.namesOf(text);
}

/** Whether a session of another library was ended: by its user's sign-out, or by a revocation. */
export async function isRefused(
  ctx: SessionContext,
  conversion: Conversion,
): Promise<boolean> {
  const { startedAt, ...session } = conversion.session;
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
  if (session.isStored) {
    const names = await toNames(ctx.settings, conversion);
    const own = await readMarks(ctx, names.map(toNameKey));
    if (own.some((mark) => mark !== null)) return true;
  } else keys.push(...persons.flat().map(toOneKey));
  const marks = await readMarks(ctx, keys);
  // A session of unknown age may have begun before any mark.
  return startedAt === null
    ? marks.some((mark) => mark !== null)
    : marks.some((mark) => isOver([mark], startedAt));
}

/** Returns the ids under which the sign-outs of a session's user are marked. */
function toUserIds(
  { userId, stableId = userId }: Pick<UserSession, "userId" | "stableId">,
): readonly string[] {
  return userId === stableId ? [userId] : [userId, stableId];
}

/**
 * Refuses a session that a browser signed out of: it alone, or all that its user
 * had until now.
 *
 * @param until milliseconds since the epoch
 * @throws StoreError or AdapterError
 */
export async function refuseEnded(
  settings: Settings,
  conversion: Conversion,
  until: number,
): Promise<void> {
  const { session } = conversion;
  const [name = ""] = await toNames(settings, conversion);
  for (const user of toUserIds(session)) {
    await refuseNamed(settings, { name, user }, until);
  }
}

/**
 * Refuses the session that one of ours was made from.
 *
 * @param until milliseconds since the epoch
 * @throws StoreError
 */
export async function refuseOne(
  settings: Settings,
  { id, user }: { readonly id: string; readonly user?: string | undefined },
  until: number,
): Promise<void> {
  const parts = id.split(".");
  const [name = ""] = user === undefined ? parts.slice(-1) : parts;
  const person = readSessionId(id)?.person;
  await refuseNamed(settings, { name, user, person }, until);
}

/** What is known of a session that ended. */
interface Ended {
  /** The name that it was made with, or the beginning of that. */
  readonly name: string;
  readonly user?: string | undefined;
  readonly person?: string | undefined;
}

async function refuseNamed(
  settings: Settings,
  { name, user, person }: Ended,
  until: number,
): Promise<void> {
  const [newest = person] = user === undefined
    ? []
    : await toPersons(settings, user);
  const mark = { at: readClock(), until };
  await storeMark(settings, toNameKey(name), mark);
  if (newest !== undefined) await storeMark(settings, toOneKey(newest), mark);
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
  if (!(until + CLOCK_TOLERANCE * 1000 > now)) return;
  const key = what.all ? ALL_OLD : await findKey(settings, what);
  if (key === null) return;
  await storeMark(settings, key, { at: toMoment(what, now), until });
}

async function storeMark(
  { store }: Settings,
  key: string,
  { at, until }: { readonly at: number; readonly until: number },
): Promise<void> {
  const ttl = Math.ceil((until - readClock()) / 1000) + CLOCK_TOLERANCE;
  if (!(ttl > 0)) return;
  const [known = null] = await store.get([key]);
  // A process with a slower clock must not move a mark back.
  await store.set(key, String(Math.max(at, Number(known ?? 0))), ttl);
}

async function findKey(
  settings: Settings,
  what: Revocation,
): Promise<string | null> {
  if (what.user !== undefined) return await toUserMark(settings, what.user);
  const id = what.session ?? "";
  if (settings.strategy === "database") {
    const found = await toAdapter(createProviderContext(settings, readClock()))
      .getSessionAndUser(id);
    return found === null ? null : await toUserMark(settings, found.user.id);
  }
  const person = readSessionId(id)?.person;
  return person === undefined ? null : toKey(person);
}

async function toUserMark(settings: Settings, sub: string): Promise<string> {
  const [newest = ""] = await toPersons(settings, sub);
  return toKey(newest);
}

/** The key of a sign-out: it is about all sessions of the user that cannot be told apart. */
function toOneKey(person: string): string {
  return `${ALL_OLD}:one:${person}`;
}

/** The key of one session, whose id contains the beginning of its name. */
function toNameKey(name: string): string {
  return `${ALL_OLD}:name:${name.slice(0, 22)}`;
}

function toKey(person: string): string {
  return `${ALL_OLD}:${person}`;
}
