import process from "node:process";

/** Measures microseconds of CPU per call, over all threads of this process. */
export async function measure(
  count: number,
  work: (index: number) => unknown,
): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < count; i++) await work(i);
  return since(start) / count;
}

/** The same for synchronous work. */
export function measureSync(
  count: number,
  work: (index: number) => unknown,
): number {
  const start = process.cpuUsage();
  for (let i = 0; i < count; i++) work(i);
  return since(start) / count;
}

/** Returns the microseconds of CPU since a reading, until now or another one. */
export function since(
  start: ReturnType<typeof process.cpuUsage>,
  { user, system } = process.cpuUsage(),
): number {
  return user - start.user + system - start.system;
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = NaN, high = NaN] = sorted.length % 2 === 1
    ? [sorted[middle], sorted[middle]]
    : [sorted[middle - 1], sorted[middle]];
  return (low + high) / 2;
}
