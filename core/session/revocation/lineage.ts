/**
 * Ends or replaces a session together with its rotated successors. A pointer is
 * followed for an hour.
 *
 * @module
 */

import { readClock } from "../../runtime/clock.ts";
import { StoreError } from "../../errors/errors.ts";
import { CLAIMED } from "../../storage/revocation_cache.ts";
import type { Awaitable } from "../../model/model.ts";
import type { Settings } from "../../config/settings.ts";
import { revocationCache } from "../../storage/process_cache.ts";
import { orGiveUp } from "./claim.ts";
import {
  type Claim,
  createClaim,
  findSuccessor,
  FOLLOWED,
  keepSuccessor,
  openNext,
  toMarkKey,
  toMarkTtl,
} from "./marks.ts";
import { type Mark, readMarkTime, ROTATED } from "./revocation.ts";

/** The limit on rotations of one session that are followed. */
const MAX_STEPS = 1000;
/** The limit on attempts to change a mark that other processes keep changing. */
const MAX_ROUNDS = 20;

/**
 * Ends a session and each of its rotated successors.
 *
 * @param end ends one session, and makes sure that no rotation of it can be
 * confirmed
 * @throws StoreError, and the errors of `end`
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
    next = await findSuccessor(settings, current);
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
    await settings.store.set(key, String(readClock()), toMarkTtl(settings));
  } catch (cause) {
    const message = "The store could not keep a revocation.";
    throw new StoreError(message, { cause });
  } finally {
    // A call that failed may have taken effect.
    revocationCache.forget({ session: id });
  }
}

/** The steps for each session that is replaced by another one. */
export interface Replace {
  /** Whether signing out of this session must end the new one, too. */
  leadsOn(id: string): Awaitable<boolean>;
  /** Ends the session, after it was marked. */
  end(id: string): Awaitable<unknown>;
}

/**
 * Marks a session, or its latest successor, as rotated because another one
 * begins in the same browser. A rotation in progress loses, and a session that
 * was ended stays ended.
 *
 * @param self the id of the new session
 * @returns the entries that were written; null if there was nothing to write
 * @throws StoreError, and the errors of the steps
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
    const known = await orGiveUp(
      settings,
      claim,
      () => writeMark(settings, claim),
    );
    await replace.end(next);
    if (known === null) return claim;
    next = await readNext(settings, known);
  }
  return null;
}

/** Writes a mark if there is none, or only a claim; returns the mark that has to stay. */
async function writeMark(settings: Settings, claim: Claim): Promise<Mark> {
  const { store } = settings;
  const { key, mark } = claim;
  const ttl = toMarkTtl(settings);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [known = null] = await store.get([key]);
    if (known !== null && !known.startsWith(CLAIMED)) return known;
    if (!await store.compareAndSet(key, known, mark, ttl)) continue;
    await keepSuccessor(settings, claim);
    return null;
  }
  throw new StoreError(
    "The store's compareAndSet gave `true` in none of 20 tries, although the value was the expected one or had just changed.",
  );
}

/** Returns the id that a rotated session's mark leads to. */
async function readNext(
  settings: Settings,
  mark: string,
): Promise<string | null> {
  const age = Math.abs(readClock() - readMarkTime(mark));
  if (!mark.startsWith(ROTATED) || !(age < FOLLOWED * 1000)) return null;
  return await openNext(settings, mark.slice(mark.lastIndexOf(":") + 1));
}

/**
 * Finds out whether a session that has just begun is already over: `ended`,
 * because a sign-out came with the cookie of a session that it replaced, or
 * `replaced` by another sign-in.
 *
 * @param left the entries that the new session wrote
 * @throws StoreError
 */
export async function findEnd(
  settings: Settings,
  id: string,
  left: readonly Claim[],
): Promise<"ended" | "replaced" | null> {
  if (left.length === 0) return null;
  const keys = [await toMarkKey(settings, id), ...left.map(({ key }) => key)];
  const [own = null, ...marks] = await settings.store.get(keys);
  if (own !== null) return "replaced";
  return left.some(({ mark }, i) => mark !== marks[i]) ? "ended" : null;
}
