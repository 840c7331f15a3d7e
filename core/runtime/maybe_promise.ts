import type { Awaitable } from "../model/model.ts";

/** Whether a value is a promise. */
export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === "object" && value !== null &&
    typeof (value as { then?: unknown }).then === "function";
}

/**
 * Continues with a value, synchronously unless it is a promise. Avoiding the
 * asynchronous detour matters: it costs more than the answer.
 */
export function chain<T, U>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<U>,
): Awaitable<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Waits for all values, unless none of them is a promise. */
export function awaitAll<T>(
  values: readonly Awaitable<T>[],
): Awaitable<readonly T[]> {
  return values.some(isPromise) ? Promise.all(values) : values as readonly T[];
}

/** Creates a value once; one that rejects is created again. */
export function once<T>(make: () => Awaitable<T>): () => Awaitable<T> {
  let made: Awaitable<T> | null = null;
  return () => {
    if (made === null) {
      made = make();
      if (isPromise(made)) made.then(undefined, () => made = null);
    }
    return made;
  };
}
