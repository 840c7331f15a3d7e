import { readClock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Awaitable } from "../model/model.ts";
import type { Store } from "../model/store.ts";

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /**
   * Entries of one kind (what the key has before its first colon) kept at most,
   * 100,000 by default; what expires first goes first. Marks of ended sessions
   * are never dropped: so many people may have one that stands for several, and
   * five times as many sessions may have one each. Beyond that, marks are merged
   * into some that end more. (Marks of sessions in a database end nothing: so
   * many are kept.)
   */
  maxEntries?: number | undefined;
}

/** Names the method that hands a memory store the log. */
export const USE_LOG: unique symbol = Symbol.for("@latchkey/auth/use-log");

/** A store of {@link createMemoryStore}. */
export interface MemoryStore extends Store {
  [USE_LOG](log: Log): void;
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
  const { maxEntries = 100_000 } = options;
  let log: Log | null = null;
  // What keeps the entries loads when there is one: reading sessions does without.
  let kept: Store | null = null;
  const load = async (): Promise<Store> => {
    const { createMemory } = await import("./memory.ts");
    return kept ??= createMemory({
      maxEntries,
      readClock,
      warn: (message) => log?.warn("memory-store", message),
    });
  };
  const write = <T>(act: (store: Store) => Awaitable<T>): Awaitable<T> =>
    kept === null ? load().then(act) : act(kept);
  const store: MemoryStore = {
    get: (keys) => kept === null ? keys.map(() => null) : kept.get(keys),
    set: (...args) => write((store) => store.set(...args)),
    compareAndSet: (...args) => write((store) => store.compareAndSet(...args)),
    delete: (key) => write((store) => store.delete(key)),
    [USE_LOG]: (its) => void (log = its),
  };
  return store;
}
