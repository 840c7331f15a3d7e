/**
 * The mark that makes a user's known browsers unknown when the user's sessions
 * end.
 *
 * @module
 */

import type { Settings } from "../../config/settings.ts";
import { DEVICE_MAX_AGE } from "../../http/cookies.ts";
import { CLOCK_TOLERANCE } from "../../runtime/clock.ts";

/** Characters of the user's keyed hash in the cookie of a known browser: 48 bits. */
export const OWNER_LENGTH = 8;
/** Stands for all users; no hash of a user looks like it. */
export const EVERYBODY = "*";

/**
 * Makes the browsers that have signed in by this moment unknown for a user, and
 * forgets those that are not asked for a second factor.
 *
 * @param userId null: all users, and only those that are not asked for a factor
 * @param moment milliseconds since the epoch
 * @throws StoreError
 */
export async function forgetDevices(
  settings: Pick<Settings, "keyring" | "store">,
  userId: string | null,
  moment: number,
): Promise<void> {
  const owners = userId === null
    ? [EVERYBODY]
    : await toOwners(settings, userId);
  for (const owner of owners) {
    const key = toKey(owner);
    const known = await readDeviceMark(settings, owner);
    // A process with a slower clock must not move a mark back.
    const at = Math.max(moment, Number(known ?? 0));
    await settings.store.set(key, String(at), DEVICE_MAX_AGE + CLOCK_TOLERANCE);
  }
}

/**
 * Returns the moment up to which sign-ins no longer make a browser known, as
 * the store has it; null if there is no mark.
 *
 * @param owner one of {@link toOwners}, or {@link EVERYBODY}
 * @throws StoreError
 */
export async function readDeviceMark(
  { store }: Pick<Settings, "store">,
  owner: string,
): Promise<string | null> {
  const [mark = null] = await store.get([toKey(owner)]);
  return mark;
}

function toKey(owner: string): string {
  return `devices:${owner}`;
}

/** Returns the hashes that stand for a user in entries, one for each secret, newest first. */
export async function toOwners(
  { keyring }: Pick<Settings, "keyring">,
  userId: string,
): Promise<readonly string[]> {
  const names = await keyring.namesOf(JSON.stringify(["known for", userId]));
  return names.map((name) => name.slice(0, OWNER_LENGTH));
}
