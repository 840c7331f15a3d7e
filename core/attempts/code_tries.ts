import type { SessionContext } from "../request/context.ts";

/** The number of times that compare-and-set may lose to a concurrent request. */
const MAX_ROUNDS = 100;

/** Counts the tries of a code that may be mistyped a few times. */
export interface CodeTries {
  /** The key in the store. */
  readonly key: string;
  /** The limit. */
  readonly max: number;
  /** Seconds for which tries count, from the last one on. */
  readonly ttl: number;
}

/**
 * Counts a try before the code is compared, so that parallel tries get no more
 * guesses than sequential ones.
 *
 * @returns the number of this try; more than the limit: it must not be made
 * @throws StoreError
 */
export async function countTry(
  { effects: { store } }: Pick<SessionContext, "effects">,
  { key, max, ttl }: CodeTries,
): Promise<number> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [known = null] = await store.get([key]);
    const tries = Number(known ?? 0) + 1;
    // An exhausted counter is never changed again.
    if (tries > max) return tries;
    if (await store.compareAndSet(key, known, String(tries), ttl)) {
      return tries;
    }
  }
  return Infinity;
}
