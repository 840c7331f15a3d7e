/**
 * Detects that a session was ended while it was being stored: by a sign-out
 * with the cookie of one that it replaces, by another sign-in, or by a
 * revocation.
 *
 * @module
 */

import { SignInRequired } from "../../errors/errors.ts";
import { readClock } from "../../runtime/clock.ts";
import type { SessionContext } from "../../request/context.ts";
import type { NextRow } from "./end_rows.ts";
import { SLOWEST } from "../revocation/end_sessions.ts";
import { findEnd } from "../revocation/lineage.ts";
import type { Claim } from "../revocation/marks.ts";
import {
  ALL_KEY,
  isOver,
  type Mark,
  readMarks,
  toUserKey,
} from "../revocation/revocation.ts";
import { endRow, toAdapter } from "./row.ts";

/** The state of the store before a session is stored. */
export interface Before {
  /** The entries of the sessions that it replaces. */
  readonly left: readonly Claim[];
  /** The mark of its user, and the mark for all users. */
  readonly marks: readonly Mark[];
}

/**
 * Reads the mark of a user, and the mark for all users.
 *
 * @throws StoreError
 */
export async function readGroupMarks(
  ctx: SessionContext,
  userId: string,
): Promise<readonly Mark[]> {
  return await readMarks(ctx, [toUserKey(userId), ALL_KEY]);
}

/**
 * Removes a session that has just been stored if it is already over. A session
 * whose state cannot be determined is removed, too.
 *
 * @returns whether a sign-out or another sign-in in this browser came first
 * @throws SignInRequired if a revocation came first; StoreError or AdapterError
 */
export async function removeOvertaken(
  ctx: SessionContext,
  next: NextRow,
  before: Before,
): Promise<boolean> {
  let isOvertaken = true;
  try {
    const end = await findEnd(ctx.settings, next.key, before.left);
    if (end !== null) return true;
    await assertNotRevoked(ctx, next, before);
    return isOvertaken = false;
  } finally {
    if (isOvertaken) await endRow(toAdapter(ctx), next.key);
  }
}

/**
 * Makes sure that no revocation came while the session began. A revocation
 * leaves its mark before it removes rows, and this looks for the mark after the
 * row was stored: so one of the two sees the other. The mark of a revocation in
 * the same millisecond in which the sign-in began counts if it was not there
 * before.
 */
async function assertNotRevoked(
  ctx: SessionContext,
  { userId }: NextRow,
  { marks: known }: Before,
): Promise<void> {
  const marks = await readGroupMarks(ctx, userId);
  // The mark of a revocation may have expired by now.
  const isTooLate = !(readClock() - ctx.now < SLOWEST * 1000);
  const isRevoked = marks.some((mark, i) =>
    isOver([mark], mark === known[i] ? ctx.now + 1 : ctx.now)
  );
  if (!isRevoked && !isTooLate) return;
  throw new SignInRequired(
    "The sessions of this user were revoked during the sign-in.",
  );
}
