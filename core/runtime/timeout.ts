import { type AuthError, toAuthError } from "../errors/auth_error.ts";
import { isPromise } from "./maybe_promise.ts";
import type { Awaitable } from "../model/model.ts";

/** Milliseconds that a callback of the application may take. */
const CALLBACK_LIMIT = 10_000;

/**
 * Waits for a promise, with a time limit. After that its outcome is ignored,
 * even a failure.
 *
 * @param what the subject of the sentence that says what took too long
 * @param onLate called when the time is up
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

/**
 * Waits for the result of a callback of the application. One that never settles
 * is treated as one that threw.
 */
export function waitForHost<T>(
  answer: Awaitable<T>,
  name: string,
): Awaitable<T> {
  return isPromise(answer)
    ? limitTime(answer, CALLBACK_LIMIT, `The ${name} callback`)
    : answer;
}

/** A callback of the application, in the words of its errors. */
export interface HostCallback {
  readonly name: string;
  /** Id of the provider that it belongs to, if it does. */
  readonly provider?: string;
  /** The class of the error if it throws. */
  readonly failure: typeof AuthError;
}

/** Calls a callback of the application. An AuthError that it throws stays as it is. */
export async function callHost<T>(
  { name, provider, failure: Failure }: HostCallback,
  call: () => Awaitable<T>,
): Promise<T> {
  try {
    return await waitForHost(call(), name);
  } catch (cause) {
    const of = provider === undefined ? "" : ` of provider "${provider}"`;
    throw toAuthError(cause) ??
      new Failure(`The ${name} callback${of} threw.`, { cause });
  }
}
