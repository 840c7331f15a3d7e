import type { Awaitable } from "../model/model.ts";

/** Whether a value is a promise. */
export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === "object" && value !== null &&
    typeof (value as { then?: unknown }).then === "function";
}

/**
 * Continues with a value, synchronously unless it is a promise. Only the
 * reading of a session from its cookie uses it, because every request waits for
 * that: with a promise for each step, it takes a sixth longer. All other code
 * uses `await`.
 */
export function chain<T, U>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<U>,
): Awaitable<U> {
  return isPromise(value) ? value.then(next) : next(value);
}
