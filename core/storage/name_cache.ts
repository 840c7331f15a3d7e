/**
 * Keeps keyed names of texts, because deriving one costs more than a read.
 *
 * @module
 */

import type { Keyring } from "../crypto/keys.ts";
import { setLatest } from "../runtime/lru.ts";

const MAX_NAMES = 10_000;

const known = new Map<string, readonly string[]>();

/**
 * Returns the names of a text under each secret, newest first.
 *
 * @param prefix of each name
 * @param text not a secret, because it is kept in memory
 */
export async function findNames(
  keyring: Keyring,
  prefix: string,
  text: string,
): Promise<readonly string[]> {
  const ids = await keyring.ids();
  const key = `${ids.join()} ${prefix}${text}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const names = (await keyring.namesOf(text)).map((name) => prefix + name);
  setLatest(known, MAX_NAMES, [key, names]);
  return names;
}
