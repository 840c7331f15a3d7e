import type { Operation } from "./operations.ts";
import type { Subject } from "./subject.ts";

/** An operation in a small database and in a big one. */
export interface Compared {
  readonly name: string;
  /** Microseconds of one operation, the median of the blocks. */
  readonly small: number;
  readonly big: number;
  /** The median of the ratios of neighbouring blocks. */
  readonly ratio: number;
}

/** The blocks of each operation; the first few warm up. */
const BLOCKS = 23;
const WARM_UP = 3;

/**
 * Runs an operation in short blocks, in turn in the small database and in the
 * big one: whatever else the machine does meets both alike.
 */
export async function compare(
  operation: Operation,
  small: Subject,
  big: Subject,
): Promise<Compared> {
  const times: [number, number][] = [];
  for (let i = 0; i < BLOCKS; i++) {
    const first = await runBlock(operation, small);
    times.push([first, await runBlock(operation, big)]);
  }
  const counted = times.slice(WARM_UP);
  return {
    name: operation.name,
    small: toMedian(counted.map(([one]) => one)),
    big: toMedian(counted.map(([, two]) => two)),
    ratio: toMedian(counted.map(([one, two]) => two / one)),
  };
}

async function runBlock(
  { times, prepare, user }: Operation,
  subject: Subject,
): Promise<number> {
  const steps = prepare(subject, times);
  let taken = 0;
  const run = async () => {
    const start = performance.now();
    for (const step of steps) await step();
    taken = performance.now() - start;
  };
  if (user === undefined) await run();
  else await subject.undo(user(subject), run);
  return taken * 1000 / steps.length;
}

/** Returns the median. */
export function toMedian(values: readonly number[]): number {
  return toPart(values, 0.5);
}

/** Returns the value below which a part of the values lies. */
export function toPart(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[
    Math.min(Math.floor(sorted.length * part), sorted.length - 1)
  ] ??
    NaN;
}
