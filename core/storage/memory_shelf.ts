/** A value, and how long it is kept. */
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

/** Entries of one kind, so many at most. */
export interface Shelf extends Values {
  /** Makes room: removes an entry, which is told unless it has expired. */
  evict(key: string): void;
}

/** How a shelf is made. */
export interface ShelfOptions {
  readonly maxEntries: number;
  /** Handed in: what loads by itself shares no file with what has loaded. */
  readonly readClock: () => number;
  /** Told of an entry that had to go before it expired. */
  readonly evicted?: (key: string, kept: Kept) => void;
  /** Told of each key that is gone, or written anew. */
  readonly gone?: (key: string) => void;
}

/**
 * An entry between the ones that were written before and after it with the same
 * lifetime: what was written first expires first. They are a ring, and what
 * holds it together is an entry that is none.
 */
interface Entry extends Kept {
  readonly key: string;
  before: Entry;
  after: Entry;
}

/**
 * Each kind of entry has a shelf of its own: whoever can make many of one kind
 * (an attacker's addresses, say) pushes out no other (revocations). Where there
 * is no room, what expires first goes first: many short-lived entries never push
 * out a long-lived one.
 */
export function createShelf(
  { maxEntries, readClock, evicted, gone }: ShelfOptions,
): Shelf {
  const entries = new Map<string, Entry>();
  /** The rings, by lifetime. */
  const rings = new Map<number, Entry>();
  const remove = (key: string): void => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    join(entry.before, entry.after);
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
      rings.set(ttl, ring);
      // For each that comes two may go: what has expired does not pile up.
      for (let i = 0; i < 2 && ring.after !== ring; i++) find(ring.after.key);
      const expires = readClock() + ttl * 1000;
      const { before } = ring;
      const entry = { key, value, ttl, expires, before, after: ring };
      join(before, entry);
      join(entry, ring);
      entries.set(key, entry);
    },
    remove,
    evict,
  };
}

function createRing(): Entry {
  const ring = { key: "", value: "", ttl: 0, expires: Infinity };
  return Object.assign(ring, { before: ring, after: ring }) as Entry;
}

function join(before: Entry, after: Entry): void {
  before.after = after;
  after.before = before;
}

/** The key of the entry that expires first. */
function findNext(rings: Map<number, Entry>): string {
  let next: Entry | null = null;
  for (const [ttl, ring] of rings) {
    const { after } = ring;
    if (after === ring) rings.delete(ttl);
    else if (next === null || after.expires < next.expires) next = after;
  }
  return next?.key ?? "";
}
