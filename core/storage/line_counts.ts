import { setLatest } from "../runtime/lru.ts";

const MAX_KINDS = 1000;

const counts = new Map<string, { minute: number; count: number }>();

/**
 * Counts a line of the log: returns how many of its kind there are in this
 * minute, with this one.
 *
 * @param now milliseconds since the epoch
 */
export function countLine(kind: string, now: number): number {
  const minute = Math.floor(now / 60_000);
  const known = counts.get(kind);
  const count = known?.minute === minute ? known.count + 1 : 1;
  setLatest(counts, MAX_KINDS, [kind, { minute, count }]);
  return count;
}
