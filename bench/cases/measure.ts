import process from "node:process";

/** Microseconds of CPU, of all threads of this process, for each of so many calls. */
export async function measure(
  count: number,
  work: (index: number) => unknown,
): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < count; i++) await work(i);
  return since(start) / count;
}

/** The same for work that never waits. */
export function measureSync(
  count: number,
  work: (index: number) => unknown,
): number {
  const start = process.cpuUsage();
  for (let i = 0; i < count; i++) work(i);
  return since(start) / count;
}

/** Microseconds of CPU since a reading. */
export function since(start: ReturnType<typeof process.cpuUsage>): number {
  const { user, system } = process.cpuUsage();
  return user - start.user + system - start.system;
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = NaN, high = NaN] = sorted.length % 2 === 1
    ? [sorted[middle], sorted[middle]]
    : [sorted[middle - 1], sorted[middle]];
  return (low + high) / 2;
}
