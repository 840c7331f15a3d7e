import { ProviderUnavailable } from "../../../errors/errors.ts";
import type { Cell } from "../../../storage/process_cache.ts";

/** Milliseconds for which a fetched value counts as fresh. */
const FRESH = 3_600_000;
/** Milliseconds for which it may be used when the provider cannot be reached. */
const STALE = 86_400_000;
/** Milliseconds for which an older value is used without asking again. */
const PAUSE = 30_000;
/** The number of forced refreshes allowed per minute. */
const MAX_FORCED = 10;
const MINUTE = 60_000;

/**
 * Returns the cached value while it is fresh. Concurrent callers share one
 * fetch, and an older value is used while the provider is down, which one caller
 * finds out every half minute. Without a value, a failure is not cached.
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
  if (known === null || age >= STALE) return await loadCell(cell, now, load);
  // One caller waits for a provider that may hang; the others do not.
  if (Math.abs(now - cell.tried) < PAUSE) return known;
  cell.tried = now;
  try {
    return await loadCell(cell, now, load);
  } catch (error) {
    // An answer of the provider counts, even if it is wrong; only an outage does not.
    if (error instanceof ProviderUnavailable) {
      onStale();
      return known;
    }
    cell.tried = -Infinity;
    throw error;
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
  await findFlight(cell, now)?.catch(() => {});
  return await loadCell(cell, now, load);
}

function loadCell<T>(
  cell: Cell<T>,
  now: number,
  load: () => Promise<T>,
): Promise<T> {
  const known = findFlight(cell, now);
  if (known !== null) return known;
  const isLatest = () => cell.flight?.end === end;
  const end = load().then((value) => {
    // A fetch that ends late must not replace what a later one has fetched.
    if (isLatest() || now > cell.at) Object.assign(cell, { value, at: now });
    return value;
  }).finally(() => {
    if (isLatest()) cell.flight = null;
  });
  cell.flight = { began: now, end };
  return end;
}

/**
 * Finds the fetch that others share. Workers cancel a fetch together with the
 * request that began it, so that it never ends; after a minute, it is no longer
 * shared.
 */
function findFlight<T>(
  { flight }: Cell<T>,
  now: number,
): Promise<T> | null {
  return flight !== null && Math.abs(now - flight.began) < MINUTE
    ? flight.end
    : null;
}
