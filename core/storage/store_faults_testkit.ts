/**
 * For tests only: a store that fails when a test wants it to.
 *
 * @module
 */

import { createMemoryStore, type Store } from "@latchkey/auth";

/** A way in which a store fails. */
export type StoreFault = "hangs" | "throws" | "rejects" | "answers nonsense";

/** Every way in which a store fails. */
export const storeFaults: readonly StoreFault[] = [
  "hangs",
  "throws",
  "rejects",
  "answers nonsense",
];

/** A store that works until `fault` is set. */
export interface FaultStore {
  /** With a time limit that is short for a test, and of no effect on a store that answers synchronously. */
  readonly config: { readonly store: Store; readonly storeTimeout: number };
  fault: StoreFault | null;
  /** The number of calls since the store began to fail. */
  readonly calls: () => number;
  /** Makes all hanging calls fail, when nothing waits for them any more. */
  failLate(): void;
}

/** Creates the store. */
export function createFaultStore(): FaultStore {
  const inner = createMemoryStore();
  const hanging: ((reason: Error) => void)[] = [];
  let calls = 0;
  const run = <T>(work: () => T, nonsense: unknown): T => {
    const { fault } = self;
    if (fault === null) return work();
    calls++;
    const error = new Error("the store is down");
    switch (fault) {
      case "hangs":
        return new Promise((_, reject) => void hanging.push(reject)) as T;
      case "throws":
        throw error;
      case "rejects":
        return Promise.reject(error) as T;
      case "answers nonsense":
        return nonsense as T;
    }
  };
  const store: Store = {
    get: (keys) => run(() => inner.get(keys), keys.map(() => undefined)),
    set: (...args) => run(() => inner.set(...args), "OK"),
    compareAndSet: (...args) => run(() => inner.compareAndSet(...args), "OK"),
    delete: (key) => run(() => inner.delete(key), "OK"),
  };
  const self: FaultStore = {
    config: { store, storeTimeout: 0.02 },
    fault: null,
    calls: () => calls,
    failLate: () => {
      for (const reject of hanging.splice(0)) reject(new Error("too late"));
    },
  };
  return self;
}
