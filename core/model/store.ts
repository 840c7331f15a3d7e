import type { Awaitable } from "./model.ts";

/**
 * A small key-value store with expiry, for revocation marks, new ids of
 * sessions, used sign-in attempts, and attempt counters. If several processes
 * serve one application, provide a store that they share, in which a read sees
 * every earlier write; by default each process has its own in memory.
 *
 * A method may return a value or a promise. If it throws, takes longer than
 * `storeTimeout`, or returns a value of another type, the request fails with an
 * error; it is never treated as signed out or signed in. Only the counting of
 * attempts continues without the store.
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
  /** Returns the values of several keys, in order; null for one that is absent or expired. */
  get(keys: readonly string[]): Awaitable<readonly (string | null)[]>;
  /**
   * Sets a value.
   *
   * @param ttl seconds until it expires
   */
  set(key: string, value: string, ttl: number): Awaitable<void>;
  /**
   * Atomically sets a value if the current one is the expected one (null:
   * none).
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
  /**
   * Returns the time of the server that keeps the values, in milliseconds since
   * the epoch. Optional: the command line's `doctor` compares the clocks.
   */
  readClock?(): Awaitable<number>;
}
