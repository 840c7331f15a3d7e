import { isPromise } from "../runtime/maybe_promise.ts";
import { StoreError } from "../errors/auth_error.ts";
import type { Awaitable } from "../model/model.ts";
import type { Store } from "../model/store.ts";
import { inSpan } from "../runtime/spans.ts";
import { limitTime } from "../runtime/timeout.ts";

/**
 * Wraps the application's store for the core: it is called as an object, with a
 * time limit, and its results are checked for their types. Every failure
 * becomes a StoreError. A synchronous result stays synchronous.
 *
 * @param patience milliseconds that one call may take
 */
export function toStoreCalls(store: Store, patience: number): Store {
  const toSend = <A extends readonly unknown[], T>(
    method: keyof Store,
    read: (answer: unknown, ...args: A) => T,
  ) =>
  (...args: A): Awaitable<T> => {
    const fail = (cause: unknown): never => {
      throw new StoreError(`The store's ${method} failed.`, { cause });
    };
    try {
      // The interface types the arguments of each method.
      const answer = (store as unknown as Methods)[method](...args);
      return isPromise(answer)
        ? limitTime(answer, patience, `Its ${method}`)
          .then((late) => read(late, ...args)).catch(fail)
        : read(answer, ...args);
    } catch (error) {
      return fail(error);
    }
  };
  const toCall = <A extends readonly unknown[], T>(
    method: keyof Store,
    read: (answer: unknown, ...args: A) => T,
  ) => {
    const send = toSend(method, read);
    return (...args: A) =>
      inSpan(() => ({ name: `store ${method}` }), () => send(...args));
  };
  return {
    get: toCall("get", toTexts),
    set: toCall("set", asIs),
    compareAndSet: toCall("compareAndSet", toBoolean),
    delete: toCall("delete", asIs),
  };
}

type Methods = Record<keyof Store, (...args: readonly unknown[]) => unknown>;

function toTexts(
  answer: unknown,
  keys: readonly string[],
): readonly (string | null)[] {
  const isText = (_: string, i: number) => {
    const value = (answer as readonly unknown[])[i];
    return value === null || typeof value === "string";
  };
  if (Array.isArray(answer) && keys.every(isText)) return answer;
  throw new TypeError("it returned neither a string nor null for a key");
}

function toBoolean(answer: unknown): boolean {
  if (typeof answer === "boolean") return answer;
  throw new TypeError("it returned neither true nor false");
}

function asIs(answer: unknown): void {
  return answer as void;
}
