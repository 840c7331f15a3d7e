/**
 * For tests only: runs an action between two calls of an adapter or a store.
 *
 * @module
 */

/**
 * A record of the calls of an adapter and a store, with an action to run before
 * one of them.
 */
export interface Watch {
  calls: string[];
  /**
   * The call before which `act` runs: its index, counted from 0, or the next
   * one of this name.
   */
  at: number | string;
  act: () => Promise<void>;
}

/** Wraps an adapter or a store. */
export function watched<T extends object>(watch: Watch, inner: T): T {
  return new Proxy(inner, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function" || typeof name === "symbol") return value;
      return (...args: unknown[]) => {
        const index = watch.calls.push(name) - 1;
        const isMeant = index === watch.at || name === watch.at;
        if (isMeant) watch.at = -1;
        const run = () => Reflect.apply(value, target, args);
        return isMeant ? watch.act().then(run) : run();
      };
    },
  });
}
