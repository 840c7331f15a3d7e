/**
 * Answers about tokens that are valid, for at most a minute.
 *
 * @module
 */

import {
  createExpiringMap,
  type ExpiringMap,
} from "../../core/storage/expiring_map.ts";
import type { AccessClaims } from "../access.ts";

const MAX_ANSWERS = 10_000;
/** The limit on the characters of an answer that is kept. */
const MAX_TEXT = 8_192;

const answers: ExpiringMap = createExpiringMap({ maxEntries: MAX_ANSWERS });

/**
 * Finds an answer.
 *
 * @param key names the token, and who was asked
 * @param limit milliseconds since it was asked for
 * @param now milliseconds since the epoch
 */
export function findAnswer(
  key: string,
  limit: number,
  now: number,
): AccessClaims | null {
  const entry = answers.find(key);
  if (entry === null) return null;
  // If the clock was set back, nobody knows how old it is.
  const age = Math.abs(now - entry.written);
  return age < limit ? JSON.parse(entry.value) : null;
}

/** Keeps an answer, and forgets the one before it. */
export function keepAnswer(
  key: string,
  claims: AccessClaims | null,
  { limit, now }: { readonly limit: number; readonly now: number },
): void {
  const value = JSON.stringify(claims);
  const isKept = claims !== null && limit > 0 && value.length <= MAX_TEXT;
  if (!isKept) return answers.remove(key);
  answers.set(key, { value, written: now, expires: now + limit });
}
