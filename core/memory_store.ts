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
  /**
   * Entries of one kind (what the key has before its first colon) kept at most,
   * 100,000 by default; what expires first goes first.
   */
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
  const common = createShelf(maxEntries);
  const shelves = new Map<string, Shelf>();
  // Mostly the same kind is asked for again: session reads want revocations.
  let latest = { kind: ":", shelf: common };
  const find = (key: string): Shelf => {
    if (key.startsWith(latest.kind)) return latest.shelf;
    const kind = key.slice(0, key.indexOf(":") + 1);
    if (kind === "" || kind === ":") return common;
    let shelf = shelves.get(kind);
    if (shelf === undefined) {
      if (shelves.size >= MAX_KINDS) return common;
      shelf = createShelf(maxEntries);
      shelves.set(kind, shelf);
    }
    latest = { kind, shelf };
    return shelf;
  };
  return {
    get: (keys) => keys.map((key) => find(key).get(key)),
    set: (key, value, ttl) => find(key).set(key, value, ttl),
    compareAndSet: (key, expected, value, ttl) => {
      const shelf = find(key);
      if (shelf.get(key) !== expected) return false;
      shelf.set(key, value, ttl);
      return true;
    },
    delete: (key) => find(key).remove(key),
  };
}

/** More kinds share one shelf. */
const MAX_KINDS = 16;

/** The entries of one kind. */
interface Shelf {
  get(key: string): string | null;
  set(key: string, value: string, ttl: number): void;
  remove(key: string): void;
}

/**
 * Each kind of entry has a shelf of its own: whoever can make many of one kind
 * (an attacker's addresses, say) pushes out no other (revocations).
 */
function createShelf(maxEntries: number): Shelf {
  const entries = new Map<string, Entry>();
  const lines = new Map<number, Set<string>>();
  const remove = (key: string): void => {
    entries.get(key)?.line.delete(key);
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      if (entry.expires > readClock()) return entry.value;
      remove(key);
      return null;
    },
    set: (key, value, ttl) => {
      remove(key);
      const next = entries.size >= maxEntries ? findNext(entries, lines) : null;
      if (next !== null) remove(next);
      const line = lines.get(ttl) ?? new Set();
      lines.set(ttl, line.add(key));
      entries.set(key, { value, expires: readClock() + ttl * 1000, line });
    },
    remove,
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
