import { readClock } from "../../core/runtime/clock.ts";
import type { Store } from "../../core/model/store.ts";
import {
  type Found,
  type Place,
  read,
  readMany,
  retry,
  toLifetime,
} from "./place.ts";

interface Entry {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** A store below `store`, key → value and expiry. */
export function createStoreMethods(place: Place): Store {
  const { kv, at } = place;
  const toEntry = (value: string, ttl: number): Entry => ({
    value,
    expires: readClock() + ttl * 1000,
  });
  return {
    get: async (keys) => {
      const entries = await readMany<Entry>(
        place,
        keys.map((key) => at("store", key)),
      );
      return entries.map(toLive);
    },
    set: async (key, value, ttl) => {
      const entry = toEntry(value, ttl);
      await kv.atomic().set(at("store", key), entry, toLifetime(entry.expires))
        .commit();
    },
    compareAndSet: async (key, expected, value, ttl) =>
      await retry(async () => {
        const found: Found<Entry> = await read(place, at("store", key));
        if (toLive(found.value) !== expected) return { value: false };
        const entry = toEntry(value, ttl);
        const { ok } = await kv.atomic().check(found)
          .set(found.key, entry, toLifetime(entry.expires)).commit();
        return ok ? { value: true } : null;
      }),
    delete: async (key) => {
      await kv.atomic().delete(at("store", key)).commit();
    },
  };
}

/**
 * Returns the value unless it has expired: Deno KV removes an entry some time
 * after its expiry, never to the millisecond.
 */
function toLive(entry: Entry | null): string | null {
  return entry !== null && entry.expires > readClock() ? entry.value : null;
}
