import { ProviderUnavailable } from "../../errors/errors.ts";
import type { Cell } from "../../storage/process_cache.ts";

/** Milliseconds for which a fetched value counts as fresh. */
const FRESH = 3_600_000;
/** Milliseconds for which it may be used when the provider cannot be reached. */
const STALE = 86_400_000;
/** The number of forced refreshes allowed per minute. */
const MAX_FORCED = 10;
const MINUTE = 60_000;

/**
 * Returns the cached value while it is fresh. Concurrent callers share one
 * fetch, and an older value is used while the provider is down. A failure is
 * not cached.
 *
 * @param now milliseconds since the epoch
 * @param onStale called when an old value is used
 */
export async function readCell<T>(
  cell: Cell<T>,
  now: number,
  load: () => Promise<T>,
  onStale: () => void = () => {},
): Promise<T> {
  const age = now - cell.at;
  // The age is slightly negative for a request that began before the one that
  // fetched; if the clock was set back further, the value is not used.
  const known = age > -MINUTE ? cell.value : null;
  if (known !== null && age < FRESH) return known;
  try {
    return await loadCell(cell, now, load);
  } catch (error) {
    // An answer of the provider counts, even if it is wrong; only an outage does not.
    const isSilent = error instanceof ProviderUnavailable;
    if (known === null || age >= STALE || !isSilent) throw error;
    onStale();
    return known;
  }
}

/**
 * Fetches although the value is fresh, because it turned out to be
 * insufficient. This is rate-limited, so that an attacker cannot make us flood
 * a provider.
 *
 * @returns the new value, or null if it was fetched too often recently
 */
export async function refreshCell<T>(
  cell: Cell<T>,
  now: number,
  load: () => Promise<T>,
): Promise<T | null> {
  cell.forced = cell.forced.filter((at) => Math.abs(now - at) < MINUTE);
  if (cell.forced.length >= MAX_FORCED) return null;
  cell.forced.push(now);
  // A fetch in flight may have begun before the keys changed.
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
