import { isPromise } from "./awaitable.ts";
import type { Awaitable } from "../model/model.ts";

/** Milliseconds that a callback of the host may take. */
const CALLBACK_LIMIT = 10_000;

/**
 * Waits for a promise, but not for ever. What it does after that is nobody's
 * business any more, its failure included.
 *
 * @param what begins the sentence that says what took too long
 * @param onLate told when the time is up
 */
export function limitTime<T>(
  promise: PromiseLike<T>,
  milliseconds: number,
  what: string,
  onLate: (reason: Error) => unknown = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const reason = new Error(`${what} took longer than ${milliseconds} ms.`);
      reject(reason);
      onLate(reason);
    }, milliseconds);
    const end = <A>(settle: (result: A) => void) => (result: A) => {
      clearTimeout(timer);
      settle(result);
    };
    Promise.resolve(promise).then(end(resolve), end(reject));
  });
}

/** What a callback of the host gives. One that never settles ends as one that threw. */
export function waitForHost<T>(
  answer: Awaitable<T>,
  name: string,
): Awaitable<T> {
  return isPromise(answer)
    ? limitTime(answer, CALLBACK_LIMIT, `The ${name} callback`)
    : answer;
}
