import { readClock } from "../runtime/clock.ts";

/** A value with the times at which it was written and expires, in milliseconds since the epoch. */
export interface Entry {
  readonly value: string;
  readonly written: number;
  readonly expires: number;
}

/** A bounded map whose entries expire. */
export interface ExpiringMap {
  find(key: string): Entry | null;
  set(key: string, entry: Entry): void;
  remove(key: string): void;
}

/** The options of an expiring map. */
export interface ExpiringMapOptions {
  /** If there are more, those that expire first are evicted. */
  readonly maxEntries: number;
  /** Called for an entry that had to go before it expired. */
  readonly evicted?: (key: string, entry: Entry) => void;
  /** Called for each key that was removed or is being overwritten. */
  readonly gone?: (key: string) => void;
}

/** Milliseconds after which expired entries are removed although there is room. */
const SWEEP_INTERVAL = 60_000;
/** The share of a full map that is evicted at once, because finding the first to expire means looking at all. */
const EVICTED_SHARE = 0.01;

/**
 * Creates an expiring map. Many entries with a short lifetime never evict one
 * with a long lifetime.
 */
export function createExpiringMap(
  { maxEntries, evicted, gone }: ExpiringMapOptions,
): ExpiringMap {
  const entries = new Map<string, Entry>();
  let nextSweep = 0;
  const remove = (key: string): void => {
    if (entries.delete(key)) gone?.(key);
  };
  const makeRoom = (): void => {
    const now = readClock();
    const isFull = entries.size >= maxEntries;
    // Unless the clock was ahead at the last sweep.
    const isEarly = now < nextSweep && nextSweep - now <= SWEEP_INTERVAL;
    if (!isFull && isEarly) return;
    nextSweep = now + SWEEP_INTERVAL;
    for (const [key, { expires }] of entries) if (expires <= now) remove(key);
    const room = Math.ceil(maxEntries * EVICTED_SHARE);
    const surplus = entries.size - maxEntries + room;
    if (!isFull || surplus <= 0) return;
    for (const [key, entry] of findFirst(entries, surplus)) {
      remove(key);
      evicted?.(key, entry);
    }
  };
  return {
    find: (key) => {
      const entry = entries.get(key) ?? null;
      if (entry === null || entry.expires > readClock()) return entry;
      remove(key);
      return null;
    },
    set: (key, entry) => {
      remove(key);
      makeRoom();
      entries.set(key, entry);
    },
    remove,
  };
}

/** Returns that many of the entries that expire first. */
function findFirst(
  entries: ReadonlyMap<string, Entry>,
  count: number,
): readonly (readonly [string, Entry])[] {
  const ends = Float64Array.from(entries.values(), (one) => one.expires);
  const last = ends.sort()[count - 1] ?? 0;
  const first: [string, Entry][] = [];
  for (const [key, entry] of entries) {
    if (first.length === count) break;
    if (entry.expires <= last) first.push([key, entry]);
  }
  return first;
}
