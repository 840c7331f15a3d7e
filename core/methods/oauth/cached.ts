import { ProviderUnavailable } from "../../errors/errors.ts";
import type { Cell } from "../../storage/process_cache.ts";

/** Milliseconds that a fetched value counts as fresh. */
const FRESH = 3_600_000;
/** Milliseconds that it may be used when the provider cannot be reached. */
const STALE = 86_400_000;
/** Fetches out of turn that are allowed in a minute. */
const MAX_FORCED = 10;
const MINUTE = 60_000;

/**
 * The value of a cell: kept while fresh, fetched once however many ask, and
 * used past its age when the provider is down. A failure is never kept.
 *
 * @param now milliseconds since the epoch
 * @param onStale told when an old value has to do
 */
export async function readCell<T>(
  cell: Cell<T>,
  now: number,
  load: () => Promise<T>,
  onStale: () => void = () => {},
): Promise<T> {
  const age = now - cell.at;
  // A little below zero for a request that began before the one that fetched;
  // a clock that was set back makes it less, and the value worth nothing.
  const known = age > -MINUTE ? cell.value : null;
  if (known !== null && age < FRESH) return known;
  try {
    return await loadCell(cell, now, load);
  } catch (error) {
    // What the provider says now counts, even if it is wrong; silence does not.
    const isSilent = error instanceof ProviderUnavailable;
    if (known === null || age >= STALE || !isSilent) throw error;
    onStale();
    return known;
  }
}

/**
 * Fetches although the value is fresh, because it turned out not to be enough.
 * Bounded, so that nobody can use us to flood a provider.
 *
 * @returns the new value, or null if it was fetched too often lately
 */
export async function refreshCell<T>(
  cell: Cell<T>,
  now: number,
  load: () => Promise<T>,
): Promise<T | null> {
  cell.forced = cell.forced.filter((at) => Math.abs(now - at) < MINUTE);
  if (cell.forced.length >= MAX_FORCED) return null;
  cell.forced.push(now);
  // A fetch under way may have begun before the keys changed.
  await cell.flight?.catch(() => {});
  return await loadCell(cell, now, load);
}

function loadCell<T>(
  cell: Cell<T>,
  now: number,
  load: () => Promise<T>,
): Promise<T> {
  return cell.flight ??= (async () => {
    try {
      cell.value = await load();
      cell.at = now;
      return cell.value;
    } finally {
      cell.flight = null;
    }
  })();
}
