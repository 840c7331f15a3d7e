/**
 * The rows of `data.ts` as expressions over their number `i`, in SQL that
 * PostgreSQL and SQLite read alike.
 *
 * @module
 */

import {
  EXPIRED_OF,
  EXPIRED_SINCE,
  LIFE,
  type Size,
  STEP,
  toHeavy,
  toLight,
  toStride,
  toThree,
} from "./data.ts";

/** Returns the number of the user whose session `i` is, as `toOwner` does. */
export function toOwnerSql(size: Size): string {
  return `CASE WHEN i IN (${toThree(size)}) THEN ${toLight(size)}
    WHEN i % ${toStride(size)} = 0 THEN ${toHeavy(size)}
    ELSE (i * ${STEP}) % ${size.users} END`;
}

/** Returns the seconds from now until session `i` expires, as `toRow` does. */
export function toSecondsSql({ sessions }: Size): string {
  return `CASE WHEN i % ${EXPIRED_OF} = 1
      THEN i * ${EXPIRED_SINCE} / ${sessions} - ${EXPIRED_SINCE} - 3600
    ELSE 3600 + (i * 7) % ${LIFE} END`;
}
