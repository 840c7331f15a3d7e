import { readClock } from "../runtime/clock.ts";

/** A value with its lifetime. */
export interface Kept {
  readonly value: string;
  /** Seconds. */
  readonly ttl: number;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** Entries of one kind. */
export interface Values {
  find(key: string): Kept | null;
  set(key: string, value: string, ttl: number): void;
  remove(key: string): void;
}

/** Entries of one kind, with a limit on their number. */
export interface Shelf extends Values {
  /** Makes room: removes an entry, and calls `evicted` unless it has expired. */
  evict(key: string): void;
}

/** The options of a shelf. */
export interface ShelfOptions {
  readonly maxEntries: number;
  /** Called for an entry that had to go before it expired. */
  readonly evicted?: (key: string, kept: Kept) => void;
  /** Called for each key that was removed or overwritten. */
  readonly gone?: (key: string) => void;
}

/**
 * An entry, linked to the ones written before and after it with the same
 * lifetime: the one written first expires first. The entries form a ring,
 * closed by a sentinel.
 */
interface Entry extends Kept {
  readonly key: string;
  before: Entry;
  after: Entry;
}

/**
 * Creates a shelf. Each kind of entry has its own, so that a flood of one kind
 * (an attacker's addresses, say) does not evict another (revocations). If there
 * is no room, the entry that expires first is evicted first: many short-lived
 * entries never evict a long-lived one.
 */
export function createShelf(
  { maxEntries, evicted, gone }: ShelfOptions,
): Shelf {
  const entries = new Map<string, Entry>();
  /** The rings by lifetime. */
  const rings = new Map<number, Entry>();
  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    takeOut(rings, entry);
    gone?.(key);
  };
  const find = (key: string): Kept | null => {
    const entry = entries.get(key);
    if (entry === undefined) return null;
    if (entry.expires > readClock()) return entry;
    remove(key);
    return null;
  };
  const evict = (key: string): void => {
    const kept = find(key);
    remove(key);
    if (kept !== null) evicted?.(key, kept);
  };
  return {
    find,
    set: (key, value, ttl) => {
      remove(key);
      if (entries.size >= maxEntries) evict(findNext(rings));
      const ring = rings.get(ttl) ?? createRing();
      // What has expired goes with the next write, however much there is of it.
      while (ring.after !== ring && find(ring.after.key) === null);
      // After that, because a ring goes with its last entry.
      rings.set(ttl, ring);
      const expires = readClock() + ttl * 1000;
      entries.set(key, putIn(ring, { key, value, ttl, expires }));
    },
    remove,
    evict,
  };
}

function createRing(): Entry {
  const ring = { key: "", value: "", ttl: 0, expires: Infinity };
  return Object.assign(ring, { before: ring, after: ring }) as Entry;
}

/** Puts an entry at the end of a ring. */
function putIn(ring: Entry, kept: Omit<Entry, "before" | "after">): Entry {
  const { before } = ring;
  const entry = { ...kept, before, after: ring };
  join(before, entry);
  join(entry, ring);
  return entry;
}

/** Takes an entry out of its ring, which goes with its last entry. */
function takeOut(
  rings: Map<number, Entry>,
  { before, after, ttl }: Entry,
): void {
  join(before, after);
  // Only the sentinel is left on both sides.
  if (before === after) rings.delete(ttl);
}

function join(before: Entry, after: Entry): void {
  before.after = after;
  after.before = before;
}

/** Returns the key of the entry that expires first. */
function findNext(rings: Map<number, Entry>): string {
  let next: Entry | null = null;
  for (const { after } of rings.values()) {
    if (next === null || after.expires < next.expires) next = after;
  }
  return next?.key ?? "";
}
