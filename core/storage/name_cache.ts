/**
 * Keeps keyed names of texts, because deriving one costs more than a read. It is
 * no part of `process_cache.ts`, which every session read loads.
 *
 * @module
 */

import type { Keyring } from "../crypto/keys.ts";
import type { Awaitable } from "../model/model.ts";
import { setLatest } from "../runtime/lru.ts";
import { chain } from "../runtime/maybe_promise.ts";

const MAX_NAMES = 10_000;

const known = new Map<string, readonly string[]>();

/**
 * Returns the names of a text under each secret, newest first.
 *
 * @param prefix of each name
 * @param text no secret, because it is kept in memory
 */
export function findNames(
  keyring: Keyring,
  prefix: string,
  text: string,
): Awaitable<readonly string[]> {
  return chain(keyring.ids(), (ids) => {
    const key = `${ids.join()} ${prefix}${text}`;
    return known.get(key) ?? chain(keyring.namesOf(text), (found) => {
      const names = found.map((name) => prefix + name);
      setLatest(known, MAX_NAMES, [key, names]);
      return names;
    });
  });
}
