/**
 * Lets at most one of several rotations of a session succeed, and none outlive
 * a sign-out.
 *
 * A rotation claims the old id by comparing and setting its mark, leaves a
 * pointer to the new id, and then confirms the claim, again by comparing and
 * setting. A sign-out overwrites the mark, and then looks for a pointer. So
 * either the rotation cannot be confirmed, or its pointer is found.
 *
 * @module
 */

import { readClock } from "../../runtime/clock.ts";
import { CLAIMED } from "../../storage/revocation_cache.ts";
import type { Settings } from "../../config/settings.ts";
import { revocationCache } from "../../storage/process_cache.ts";
import {
  type Claim,
  createClaim,
  keepSuccessor,
  type Rotation,
  toConfirmed,
  toMarkTtl,
} from "./marks.ts";
import { LATE, readMarkTime, ROTATED } from "./revocation.ts";

/** Seconds that the mark of an unconfirmed claim is kept. */
const UNCONFIRMED_TTL = 300;
/** The mark of an abandoned claim: one from the year 1970, which no longer counts. */
const GIVEN_UP = `${CLAIMED}0:`;

/**
 * Claims a session for a rotation. The session stays valid until the claim is
 * confirmed. A claim that is not confirmed counts for two minutes.
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
  return await orGiveUp(settings, claim, async () => {
    const isOurs = await store
      .compareAndSet(key, known, mark, UNCONFIRMED_TTL);
    if (!isOurs) return null;
    await keepSuccessor(settings, claim);
    return claim;
  });
}

/**
 * Whether a mark was left by a rotation whose process died midway. A row that
 * still exists shows this even for a confirmed claim.
 */
function isAbandoned({ strategy }: Settings, mark: string): boolean {
  const isUnfinished = mark.startsWith(CLAIMED) ||
    strategy === "database" && mark.startsWith(ROTATED);
  return isUnfinished && readClock() - readMarkTime(mark) >= LATE;
}

/**
 * Confirms a claim: from here on the old id is no longer a session.
 *
 * @returns false if the session was ended meanwhile, or another rotation
 * considered the claim abandoned
 * @throws StoreError
 */
export async function confirmClaim(
  settings: Settings,
  claim: Claim,
): Promise<boolean> {
  const { key, mark } = claim;
  const rotated = toConfirmed(claim);
  const ttl = toMarkTtl(settings);
  return await orGiveUp(
    settings,
    claim,
    async () => await settings.store.compareAndSet(key, mark, rotated, ttl),
  );
}

/** Gives up a claim if the store fails, since a failed write may have taken effect. */
export async function orGiveUp<T>(
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
    // A call that failed may have taken effect.
    revocationCache.forget({ session: claim.from });
  }
}

/**
 * Gives up a claim, confirmed or not, because the rotation failed. If the store
 * fails here as well, the caller already has an error to throw.
 */
export async function giveUp(
  { store }: Settings,
  claim: Claim,
): Promise<void> {
  try {
    for (const mark of new Set([claim.mark, toConfirmed(claim)])) {
      await store.compareAndSet(claim.key, mark, GIVEN_UP, UNCONFIRMED_TTL);
    }
  } catch {
    // The error that led here is the one to report.
  }
}
