import { readClock } from "./clock.ts";
import type { Store } from "./store.ts";

interface Entry {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /** Entries kept at most, 100,000 by default; the oldest goes first. */
  maxEntries?: number | undefined;
}

/**
 * A {@link Store} in this process's memory: what the library uses when no other
 * is given. Its promises end with the process.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createMemoryStore } from "@latchkey/auth";
 *
 * const store = createMemoryStore();
 * await store.set("key", "value", 60);
 * assert.deepEqual(await store.get(["key", "other"]), ["value", null]);
 * ```
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): Store {
  const maxEntries = options.maxEntries ?? 100_000;
  const entries = new Map<string, Entry>();
  const get = (key: string): string | null => {
    const entry = entries.get(key);
    if (entry === undefined) return null;
    if (entry.expires > readClock()) return entry.value;
    entries.delete(key);
    return null;
  };
  const set = (key: string, value: string, ttl: number): void => {
    // Taken out first, so that the order of the map is the order of writing.
    entries.delete(key);
    if (entries.size >= maxEntries) evict(entries);
    entries.set(key, { value, expires: readClock() + ttl * 1000 });
  };
  return {
    get: (keys) => keys.map(get),
    set,
    compareAndSet: (key, expected, value, ttl) => {
      if (get(key) !== expected) return false;
      set(key, value, ttl);
      return true;
    },
    delete: (key) => {
      entries.delete(key);
    },
  };
}

/** Makes room: what has expired among the oldest, and the oldest in any case. */
function evict(entries: Map<string, Entry>): void {
  const now = readClock();
  let looked = 0;
  for (const [key, entry] of entries) {
    if (looked === 0 || entry.expires <= now) entries.delete(key);
    if (++looked === 32) return;
  }
}
