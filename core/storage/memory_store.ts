import { readClock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Awaitable } from "../model/model.ts";
import type { Store } from "../model/store.ts";

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /**
   * The maximum number of entries of one kind (the part of the key before its
   * first colon), 100,000 by default; the entry that expires first is dropped
   * first. Marks of ended sessions are never dropped: this many users may have
   * one that stands for several sessions, and five times as many sessions, and
   * logouts by providers, may have one each. Beyond that, marks are merged into marks that end more.
   * (Marks of sessions in a database end nothing: this many are kept.)
   */
  maxEntries?: number | undefined;
}

/** The name of the method that gives a memory store the log. */
export const USE_LOG: unique symbol = Symbol.for("@latchkey/auth/use-log");

/** A store created by {@link createMemoryStore}. */
export interface MemoryStore extends Store {
  [USE_LOG](log: Log): void;
}

/**
 * A {@link Store} in this process's memory, which the library uses by default.
 * Its entries are lost when the process ends.
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
  // The implementation loads with the first write: reading sessions does not need it.
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
