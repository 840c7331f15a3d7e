import { readClock } from "./clock.ts";
import type { Store } from "./store.ts";

interface Entry {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** Keys of the same lifetime, in the order of writing: the first expires first. */
  readonly line: Set<string>;
}

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /** Entries kept at most, 100,000 by default; what expires first goes first. */
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
  const lines = new Map<number, Set<string>>();
  const remove = (key: string): void => {
    entries.get(key)?.line.delete(key);
    entries.delete(key);
  };
  const get = (key: string): string | null => {
    const entry = entries.get(key);
    if (entry === undefined) return null;
    if (entry.expires > readClock()) return entry.value;
    remove(key);
    return null;
  };
  const set = (key: string, value: string, ttl: number): void => {
    remove(key);
    const next = entries.size >= maxEntries ? findNext(entries, lines) : null;
    if (next !== null) remove(next);
    const line = lines.get(ttl) ?? new Set();
    lines.set(ttl, line.add(key));
    entries.set(key, { value, expires: readClock() + ttl * 1000, line });
  };
  return {
    get: (keys) => keys.map(get),
    set,
    compareAndSet: (key, expected, value, ttl) => {
      if (get(key) !== expected) return false;
      set(key, value, ttl);
      return true;
    },
    delete: remove,
  };
}

/**
 * The key that expires first. Many short-lived entries then never push out a
 * long-lived one: used-up attempts are many, revocations have to last.
 */
function findNext(
  entries: ReadonlyMap<string, Entry>,
  lines: Map<number, Set<string>>,
): string | null {
  let next: string | null = null;
  let soonest = Infinity;
  for (const [ttl, line] of lines) {
    const [key] = line;
    const expires = entries.get(key ?? "")?.expires ?? Infinity;
    if (key === undefined) lines.delete(ttl);
    else if (next === null || expires < soonest) {
      [next, soonest] = [key, expires];
    }
  }
  return next;
}
