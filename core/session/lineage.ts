/**
 * What the store keeps of sessions that end or get another id. A rotation claims
 * the old id by comparing and setting its mark, leaves its successor, and then
 * confirms the claim the same way. A sign-out overwrites the mark, and then looks
 * for a successor. So of several rotations one wins, and none outlives a
 * sign-out: either it cannot be confirmed, or its successor is found.
 *
 * @module
 */

import { CLOCK_TOLERANCE, readClock } from "../clock.ts";
import type { Purpose } from "../crypto/keys.ts";
import { open, seal } from "../crypto/seal.ts";
import { StoreError } from "../errors.ts";
import type { Awaitable } from "../model.ts";
import type { Settings } from "../settings.ts";
import { sharedLiveMemo } from "../shared.ts";
import {
  CLAIMED,
  LATE,
  type Mark,
  readMarks,
  readMarkTime,
  ROTATED,
  toSessionKey,
} from "./revocation.ts";

/** Rotations of one session that are followed. */
const MAX_STEPS = 1000;
/** Processes that may be quicker before a change of a mark gives up. */
const MAX_ROUNDS = 20;
/** Seconds that a claim stays which is not confirmed. */
const UNCONFIRMED_TTL = 300;
/**
 * Seconds after a rotation in which the old session still leads to the new one.
 * Requests under way do not take longer, and a copy of a cookie that was stolen
 * long ago must not sign anybody out.
 */
const FOLLOWED = 3600;
/** What takes the place of a claim that was given up: one from the year 1970, which counts no more. */
const GIVEN_UP = `${CLAIMED}0:`;

/** A session's old and new id: `sid`, or what the adapter knows the row by. */
export interface Rotation {
  readonly from: string;
  /** Null: nothing leads from the old session to the new one. */
  readonly to: string | null;
}

/** What a rotation has written, or is about to. */
export interface Claim {
  /** The id of the old session. */
  readonly from: string;
  /** The key of its mark. */
  readonly key: string;
  /** The mark: no other rotation writes the same. */
  readonly mark: string;
  /** What opens to the id of the new session; empty where nothing leads there. */
  readonly next: string;
}

/**
 * What names a session in the store and to event handlers. Where the adapter
 * keeps tokens as they are, its id is one, and is hashed.
 */
export function toPublicId(
  { adapter, keyring, strategy }: Settings,
  id: string,
): Awaitable<string> {
  return strategy === "database" && !adapter?.hashedTokens
    ? keyring.engine.hash(id)
    : id;
}

/** The key of a session's mark. */
export async function toMarkKey(
  settings: Settings,
  id: string,
): Promise<string> {
  return toSessionKey(await toPublicId(settings, id));
}

/** The key of what a session became. Many of these push no mark out of a memory store. */
async function toSuccessorKey(settings: Settings, id: string): Promise<string> {
  return `successor:${await toPublicId(settings, id)}`;
}

function toPurpose({ session: { maxAge } }: Settings): Purpose {
  return { name: "rotation", cookie: "", maxAge };
}

async function createClaim(
  settings: Settings,
  kind: typeof CLAIMED | typeof ROTATED,
  { from, to }: Rotation,
): Promise<Claim> {
  const now = readClock();
  const next = to === null
    ? ""
    : await seal(settings.keyring, toPurpose(settings), { to }, now);
  const key = await toMarkKey(settings, from);
  return { from, key, next, mark: `${kind}${now}:${next}` };
}

/**
 * Claims a session for a rotation. It stays what it is until the claim is
 * confirmed; one that never is counts for two minutes.
 *
 * @returns null if the session is being rotated, or was rotated or ended
 * @throws StoreError
 */
export async function claimSession(
  settings: Settings,
  rotation: Rotation,
): Promise<Claim | null> {
  const { store } = settings;
  const claim = await createClaim(settings, CLAIMED, rotation);
  const { key, mark } = claim;
  const [known = null] = await store.get([key]);
  if (known !== null && !isAbandoned(settings, known)) return null;
  return await guard(settings, claim, async () => {
    const isOurs = await store
      .compareAndSet(key, known, mark, UNCONFIRMED_TTL);
    if (!isOurs) return null;
    await keepSuccessor(settings, claim);
    return claim;
  });
}

/**
 * Whether a mark is that of a rotation whose process ended on the way. A row
 * that is still there says so even of one that was confirmed.
 */
function isAbandoned({ strategy }: Settings, mark: string): boolean {
  const isUnfinished = mark.startsWith(CLAIMED) ||
    strategy === "database" && mark.startsWith(ROTATED);
  return isUnfinished && readClock() - readMarkTime(mark) >= LATE;
}

async function keepSuccessor(
  settings: Settings,
  { from, next }: Claim,
): Promise<void> {
  if (next === "") return;
  const key = await toSuccessorKey(settings, from);
  await settings.store.set(key, next, FOLLOWED);
}

/**
 * Makes a claim a rotation: from here on the old id is nobody's.
 *
 * @returns false if the session was ended meanwhile, or another rotation took
 * the claim for abandoned
 * @throws StoreError
 */
export async function confirmClaim(
  settings: Settings,
  claim: Claim,
): Promise<boolean> {
  const { key, mark } = claim;
  return await guard(
    settings,
    claim,
    async () =>
      await settings.store.compareAndSet(
        key,
        mark,
        toConfirmed(mark),
        toTtl(settings),
      ),
  );
}

function toConfirmed(mark: string): string {
  return mark.replace(CLAIMED, ROTATED);
}

/** Gives a claim up if the store fails: it may have kept what it did not confirm. */
async function guard<T>(
  settings: Settings,
  claim: Claim,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await giveUp(settings, claim);
    throw error;
  } finally {
    // Also what failed: it may have had its effect.
    sharedLiveMemo.forget({ session: claim.from });
  }
}

/**
 * Gives a claim up, confirmed or not, because the rotation failed. If the store
 * fails here as well, the caller has an error to throw already.
 */
export async function giveUp(
  { store }: Settings,
  { key, mark }: Claim,
): Promise<void> {
  try {
    for (const one of [mark, toConfirmed(mark)]) {
      await store.compareAndSet(key, one, GIVEN_UP, UNCONFIRMED_TTL);
    }
  } catch {
    // The error that led here is the one to tell.
  }
}

/**
 * Ends a session, and each that rotations made of it within the last hour.
 *
 * @param end ends one, and makes sure that no rotation of it can succeed
 * @throws StoreError, and what `end` throws
 */
export async function endLineage(
  settings: Settings,
  id: string,
  end: (id: string) => Promise<void>,
): Promise<void> {
  let next: string | null = id;
  for (let steps = 0; next !== null; steps++) {
    assertSteps(steps);
    const current: string = next;
    await end(current);
    const keys = [await toSuccessorKey(settings, current)];
    const [sealed = null] = await readMarks({ effects: settings }, keys);
    next = sealed === null ? null : await openNext(settings, sealed);
    if (next !== null) await keepEnded(settings, current);
  }
}

function assertSteps(steps: number): void {
  if (steps < MAX_STEPS) return;
  throw new StoreError("A session was rotated too often to be followed.");
}

/**
 * Marks one session as ended.
 *
 * @throws StoreError if the store failed
 */
export async function keepEnded(settings: Settings, id: string): Promise<void> {
  const key = await toMarkKey(settings, id);
  try {
    await settings.store.set(key, String(readClock()), toTtl(settings));
  } catch (cause) {
    const message = "The store could not keep a revocation.";
    throw new StoreError(message, { cause });
  } finally {
    // Also what failed: it may have had its effect.
    sharedLiveMemo.forget({ session: id });
  }
}

async function openNext(
  settings: Settings,
  sealed: string,
): Promise<string | null> {
  const now = readClock();
  const purpose = toPurpose(settings);
  const opened = await open(settings.keyring, purpose, sealed, now);
  const next = opened?.payload.to;
  return typeof next === "string" ? next : null;
}

/** What is done about each session in whose place another comes. */
export interface Replace {
  /** Whether a sign-out of this session is to end the other one, too. */
  leadsOn(id: string): Awaitable<boolean>;
  /** Ends it, after it was marked. */
  end(id: string): Awaitable<unknown>;
}

/**
 * Marks a session, or what rotations made of it within the last hour, as rotated
 * because another one begins in the same browser. A rotation under way loses,
 * and what was ended stays so.
 *
 * @param self the id of the other one
 * @param replace says whether each of them leads on to the other one, and ends it
 * @returns what was written, if there was something to write
 * @throws StoreError
 */
export async function replaceLineage(
  settings: Settings,
  { from, self }: { readonly from: string; readonly self: string },
  replace: Replace,
): Promise<Claim | null> {
  let next: string | null = from;
  for (let steps = 0; next !== null && next !== self; steps++) {
    assertSteps(steps);
    const to = await replace.leadsOn(next) ? self : null;
    const rotation = { from: next, to };
    const claim = await createClaim(settings, ROTATED, rotation);
    const known = await guard(settings, claim, () => write(settings, claim));
    await replace.end(next);
    if (known === null) return claim;
    next = await readNext(settings, known);
  }
  return null;
}

/** Writes a mark over a claim or none; gives the mark that must stay. */
async function write(settings: Settings, claim: Claim): Promise<Mark> {
  const { key, mark } = claim;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [known = null] = await settings.store.get([key]);
    if (known !== null && !known.startsWith(CLAIMED)) return known;
    const ttl = toTtl(settings);
    if (!await settings.store.compareAndSet(key, known, mark, ttl)) continue;
    await keepSuccessor(settings, claim);
    return null;
  }
  throw new StoreError(
    "`compareAndSet` of the store gave `true` in none of 20 tries",
  );
}

/** What the mark of a rotated session leads to. */
async function readNext(
  settings: Settings,
  mark: string,
): Promise<string | null> {
  const age = Math.abs(readClock() - readMarkTime(mark));
  if (!mark.startsWith(ROTATED) || !(age < FOLLOWED * 1000)) return null;
  return await openNext(settings, mark.slice(mark.lastIndexOf(":") + 1));
}

/**
 * Whether a session that has just begun is over already: `ended`, because a
 * sign-out came with the cookie of one that it replaced, or `replaced` itself.
 *
 * @throws StoreError
 */
export async function findEnd(
  settings: Settings,
  id: string,
  left: readonly Claim[],
): Promise<"ended" | "replaced" | null> {
  if (left.length === 0) return null;
  const keys = [await toMarkKey(settings, id), ...left.map(({ key }) => key)];
  const [own = null, ...marks] = await readMarks({ effects: settings }, keys);
  if (own !== null) return "replaced";
  return left.some(({ mark }, i) => mark !== marks[i]) ? "ended" : null;
}

/** Seconds in which a copy of a cookie could still be renewed: a mark outlives each. */
export function toTtl({ session: { maxAge } }: Settings): number {
  return maxAge + CLOCK_TOLERANCE;
}
