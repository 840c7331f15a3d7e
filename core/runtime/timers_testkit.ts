/**
 * For tests only: the timers that are set, in every runtime; in Deno,
 * `setTimeout` is a property that `node:test` cannot mock.
 *
 * @module
 */

const { setTimeout } = globalThis;
const names = ["setTimeout", "clearTimeout"] as const;
const real = names.map((name) =>
  [name, Object.getOwnPropertyDescriptor(globalThis, name) ?? {}] as const
);

function replace(name: typeof names[number], value: unknown): void {
  const attributes = { configurable: true, writable: true };
  Object.defineProperty(globalThis, name, { value, ...attributes });
}

/** Sees each timer, and takes it if `take` returns what stands for it. */
export function replaceTimers(
  take: (run: () => void, delay: unknown) => unknown,
): void {
  replace(
    "setTimeout",
    (run: () => void, delay?: number) =>
      take(run, delay) ?? setTimeout(run, delay),
  );
}

/** Takes the timers of new instances, which the test lets go off. */
export function catchTimers(): readonly (() => void)[] {
  const timers: (() => void)[] = [];
  replaceTimers((run, delay) => {
    if (delay !== 1000) return;
    timers.push(run);
    return { unref: () => {} };
  });
  return timers;
}

/** Takes the timers that are cleared. */
export function catchCleared(): readonly unknown[] {
  const cleared: unknown[] = [];
  replace("clearTimeout", (timer: unknown) => void cleared.push(timer));
  return cleared;
}

/** Puts the real functions back. */
export function restoreTimers(): void {
  for (const [name, own] of real) Object.defineProperty(globalThis, name, own);
}
