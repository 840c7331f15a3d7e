/**
 * For tests only: the timers that are set, in every runtime; in Deno,
 * `setTimeout` is a property that `node:test` cannot mock.
 *
 * @module
 */

const real = Object.getOwnPropertyDescriptor(globalThis, "setTimeout") ?? {};
const { setTimeout } = globalThis;

/** Sees each timer, and takes it if `take` returns what stands for it. */
export function replaceTimers(
  take: (run: () => void, delay: unknown) => unknown,
): void {
  const value = (run: () => void, delay?: number) =>
    take(run, delay) ?? setTimeout(run, delay);
  Object.defineProperty(globalThis, "setTimeout", {
    value,
    configurable: true,
    writable: true,
  });
}

/** Takes the timers of new instances, which the test lets go off. */
export function catchTimers(): readonly (() => void)[] {
  const timers: (() => void)[] = [];
  replaceTimers((run, delay) => delay === 1000 ? timers.push(run) : undefined);
  return timers;
}

/** Puts the real `setTimeout` back. */
export function restoreTimers(): void {
  Object.defineProperty(globalThis, "setTimeout", real);
}
