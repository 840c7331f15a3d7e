import type { Log } from "../runtime/log.ts";
import type { Store } from "../model/store.ts";
import { createMemory } from "./memory.ts";

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
  const store: MemoryStore = {
    ...createMemory({
      maxEntries,
      warn: (message) => log?.warn("memory-store", message),
    }),
    [USE_LOG]: (its) => void (log = its),
  };
  return store;
}
