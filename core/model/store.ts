import type { Awaitable } from "./model.ts";

/**
 * A small key-value store with expiry: revocation marks, new ids of sessions,
 * used-up attempts, and counts of attempts.
 * Where several processes serve one application, hand in one that they share,
 * and in which a read sees every write before it; by default each process has
 * its own in memory.
 *
 * A method may give a value or a promise. A method that throws, takes longer
 * than `storeTimeout`, or gives a value of another type makes the request an
 * error, never "signed out" and never "signed in"; only what counts attempts
 * goes on without it.
 *
 * @example
 * ```ts
 * import type { Store } from "@latchkey/auth";
 *
 * // Each method is one command of a key-value server.
 * const values = new Map<string, string>();
 * const store: Store = {
 *   get: (keys) => keys.map((key) => values.get(key) ?? null),
 *   set: (key, value) => void values.set(key, value),
 *   compareAndSet: (key, expected, value) => {
 *     if ((values.get(key) ?? null) !== expected) return false;
 *     values.set(key, value);
 *     return true;
 *   },
 *   delete: (key) => void values.delete(key),
 * };
 * ```
 */
export interface Store {
  /** The values of several keys, in order; null for one that is absent or expired. */
  get(keys: readonly string[]): Awaitable<readonly (string | null)[]>;
  /**
   * Sets a value.
   *
   * @param ttl seconds until it expires
   */
  set(key: string, value: string, ttl: number): Awaitable<void>;
  /**
   * Sets a value if the present one is the expected one (null: none), as one
   * atomic step.
   *
   * @param ttl seconds until it expires
   * @returns `true` if it was set, `false` if not; anything else is an outage
   */
  compareAndSet(
    key: string,
    expected: string | null,
    value: string,
    ttl: number,
  ): Awaitable<boolean>;
  /** Removes a key. */
  delete(key: string): Awaitable<void>;
}
