import { readClock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Store } from "../model/store.ts";
import { createExpiringMap, type ExpiringMap } from "./expiring_map.ts";
import { createMarks } from "./memory_marks.ts";
import { CLAIMED } from "./revocation_cache.ts";

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /**
   * The maximum number of entries of one kind (the part of the key before its
   * first colon), 100,000 by default; those that expire first are dropped
   * first. Marks of ended sessions are never dropped: there may be six times as
   * many, and beyond that they are merged into marks that end more. (Marks of
   * sessions in a database end nothing: this many are kept.)
   */
  maxEntries?: number | undefined;
}

/** The name of the method that gives a memory store the log. */
export const USE_LOG: unique symbol = Symbol.for("@latchkey/auth/use-log");

/** A store created by {@link createMemoryStore}. */
export interface MemoryStore extends Store {
  [USE_LOG](log: Log): void;
}

/** Whether this store was created by {@link createMemoryStore}, so that it ends with its process. */
export function isMemoryStore(store: Store): boolean {
  return USE_LOG in store;
}

/** The limit on kinds with a map of their own; any others share one. */
const MAX_KINDS = 16;
/** Matches the beginning of a key that is its kind. */
const KIND = /^(?:revoked:(?:row|provider):|[^:]*:)/;

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
  const told = new Set<string>();
  const toMap = createMaps(maxEntries, (message) => {
    if (told.has(message)) return;
    told.add(message);
    log?.warn("memory-store", message);
  });
  // Claims end nothing: marks must not evict them, nor be merged with them.
  const claims = createExpiringMap({ maxEntries });
  const read = (key: string): string | null =>
    (claims.find(key) ?? toMap(key).find(key))?.value ?? null;
  const remove = (key: string): void => {
    claims.remove(key);
    toMap(key).remove(key);
  };
  const set = (key: string, value: string, ttl: number): void => {
    const written = readClock();
    const entry = { value, written, expires: written + ttl * 1000 };
    remove(key);
    (value.startsWith(CLAIMED) ? claims : toMap(key)).set(key, entry);
  };
  const store: MemoryStore = {
    get: (keys) => keys.map(read),
    set,
    compareAndSet: (key, expected, value, ttl) => {
      if (read(key) !== expected) return false;
      set(key, value, ttl);
      return true;
    },
    delete: remove,
    [USE_LOG]: (its) => void (log = its),
  };
  return store;
}

/**
 * Creates a map for each kind of entries, so that a flood of one kind (an
 * attacker's addresses, say) evicts no other (revocations).
 *
 * @returns the map of a key
 */
function createMaps(
  maxEntries: number,
  warn: (message: string) => void,
): (key: string) => ExpiringMap {
  const marks = (all: "revoked:all" | "revoked:provider:") =>
    createMarks({ maxEntries, all, warn });
  const others = createExpiringMap({ maxEntries });
  const maps = new Map([
    ["revoked:", marks("revoked:all")],
    ["revoked:provider:", marks("revoked:provider:")],
  ]);
  return (key) => {
    const [kind] = KIND.exec(key) ?? [];
    if (kind === undefined) return others;
    const known = maps.get(kind);
    if (known !== undefined) return known;
    if (maps.size >= MAX_KINDS) return others;
    const map = createExpiringMap({ maxEntries });
    maps.set(kind, map);
    return map;
  };
}
