import { randomInt } from "node:crypto";
import { toToken } from "./data.ts";
import { toPart } from "./measure.ts";
import type { Subject } from "./subject.ts";

/** The rows that a removal takes at a time, as docs/scale.md advises for cron. */
const SLICE = 1000;
/** Milliseconds for which reads are measured, with removals and without. */
const SPAN = 5000;

/** The times of reads, in microseconds. */
export interface ReadTimes {
  readonly reads: number;
  readonly median: number;
  /** The time that one read of a hundred exceeds. */
  readonly late: number;
}

/** Reads while expired sessions are removed, and without that. */
export interface Swept {
  readonly quiet: ReadTimes;
  readonly busy: ReadTimes;
  /** Rows that were removed meanwhile. */
  readonly removed: number;
}

/** Measures reads over a second connection, first alone and then during removals. */
export async function measureSweep(subject: Subject): Promise<Swept> {
  await readFor(subject, SPAN / 5);
  const quiet = await readFor(subject, SPAN);
  let removed = 0;
  let isOver = false;
  const sweep = async () => {
    for (let last = 1; !isOver && last > 0;) {
      last = await subject.adapter.deleteExpired?.(new Date(), SLICE) ?? 0;
      removed += last;
      // SQLite answers at once: the reads of this process get a turn, too.
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const sweeping = sweep();
  const busy = await readFor(subject, SPAN);
  isOver = true;
  await sweeping;
  return { quiet, busy, removed };
}

async function readFor(
  { reader, size }: Subject,
  span: number,
): Promise<ReadTimes> {
  const times: number[] = [];
  const end = performance.now() + span;
  while (performance.now() < end) {
    const token = toToken(randomInt(size.sessions));
    const start = performance.now();
    await reader.getSessionAndUser?.(token);
    times.push((performance.now() - start) * 1000);
    await new Promise((resolve) => setTimeout(resolve));
  }
  const reads = times.length;
  return { reads, median: toPart(times, 0.5), late: toPart(times, 0.99) };
}
