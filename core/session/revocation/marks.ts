/**
 * The store's entries for sessions that end or get another id: a mark for each,
 * and a pointer from the old id to the new one.
 *
 * @module
 */

import { CLOCK_TOLERANCE, readClock } from "../../runtime/clock.ts";
import type { Purpose } from "../../crypto/keys.ts";
import { open, seal } from "../../crypto/seal.ts";
import { CLAIMED } from "../../storage/revocation_cache.ts";
import type { Settings } from "../../config/settings.ts";
import { ROTATED, toSessionKey } from "./revocation.ts";

/**
 * Seconds after a rotation during which the old id still leads to the new one.
 * No pending request takes longer, and a copy of a cookie that was stolen long
 * ago must not sign the user out.
 */
export const FOLLOWED = 3600;

/** The old and the new id of a session: `sid`, or the key of its row. */
export interface Rotation {
  readonly from: string;
  /** The new id; null if nothing leads from the old id to it. */
  readonly to: string | null;
}

/** The entries of one rotation. */
export interface Claim {
  /** The old id. */
  readonly from: string;
  /** The key of the old session's mark. */
  readonly key: string;
  /** The mark; no other rotation writes the same. */
  readonly mark: string;
  /** The new id, sealed; empty if nothing leads to it. */
  readonly next: string;
}

/** Prepares the entries of a rotation, without writing them. */
export async function createClaim(
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

/** The mark that a claim has once it is confirmed. */
export function toConfirmed({ mark }: Claim): string {
  return mark.replace(CLAIMED, ROTATED);
}

/**
 * Returns the id that names a session in the store and to event handlers. If
 * the adapter stores plain tokens, the id is a token, so it is hashed.
 */
export async function toPublicId(
  { adapter, keyring, strategy }: Settings,
  id: string,
): Promise<string> {
  return strategy === "database" && !adapter?.hashedTokens
    ? await keyring.engine.hash(id)
    : id;
}

/**
 * Returns the key of a session's mark. The mark of a row has a key of its own,
 * because it ends nothing: in a memory store it takes no room from marks that
 * do.
 */
export async function toMarkKey(
  settings: Settings,
  id: string,
): Promise<string> {
  const name = await toPublicId(settings, id);
  return settings.strategy === "database"
    ? `revoked:row:${name}`
    : toSessionKey(name);
}

/**
 * Returns the seconds that a session's mark is kept. A session in a row ends
 * with its row: the mark only records which rotation has claimed it, and its
 * successor.
 */
export function toMarkTtl(settings: Settings): number {
  return settings.strategy === "database" ? FOLLOWED : toTtl(settings);
}

/** Returns the key of the pointer to the new id. In a memory store it takes no room from marks. */
async function toSuccessorKey(settings: Settings, id: string): Promise<string> {
  return `successor:${await toPublicId(settings, id)}`;
}

/** Writes the pointer from the old id to the new one. */
export async function keepSuccessor(
  settings: Settings,
  { from, next }: Claim,
): Promise<void> {
  if (next === "") return;
  const key = await toSuccessorKey(settings, from);
  await settings.store.set(key, next, FOLLOWED);
}

/** Returns the id that the pointer of a session leads to; null without one. */
export async function findSuccessor(
  settings: Settings,
  id: string,
): Promise<string | null> {
  const keys = [await toSuccessorKey(settings, id)];
  const [sealed = null] = await settings.store.get(keys);
  return sealed === null ? null : await openNext(settings, sealed);
}

/** Opens the new id that is sealed in a mark or a pointer. */
export async function openNext(
  settings: Settings,
  sealed: string,
): Promise<string | null> {
  const purpose = toPurpose(settings);
  const opened = await open(settings.keyring, purpose, sealed, readClock());
  const next = opened?.payload.to;
  return typeof next === "string" ? next : null;
}

function toPurpose({ session: { longest } }: Settings): Purpose {
  return { name: "rotation", cookie: "", maxAge: longest };
}

/** Returns the seconds during which a copy of a cookie could still be renewed; a mark is kept as long. */
export function toTtl({ session: { longest } }: Settings): number {
  return longest + CLOCK_TOLERANCE;
}
