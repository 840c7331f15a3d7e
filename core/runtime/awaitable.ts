import type { Awaitable } from "../model/model.ts";

/** Whether there is something to wait for. */
export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === "object" && value !== null &&
    typeof (value as { then?: unknown }).then === "function";
}

/**
 * Goes on with a value at once, or when it is there. What can be answered
 * without waiting is: an asynchronous detour costs more than the answer.
 */
export function chain<T, U>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<U>,
): Awaitable<U> {
  return isPromise(value) ? value.then(next) : next(value);
}
