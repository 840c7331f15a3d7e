/**
 * What work of this process waits for: it loads with what waits, and not with
 * every session read.
 *
 * @module
 */

import { createWorkQueue, type WorkQueue } from "./work_queue.ts";

/** Bytes that scrypt takes with the default cost. */
const ONE_PASSWORD = 2 ** 27;

/**
 * Passwords that are hashed, by the bytes that scrypt goes through. The threads
 * of Node's pool are four, and others need them, too. Those that may wait have
 * their turn within five seconds on a single slow core, and what would begin
 * after eight is not done within the ten that `authorize` has.
 */
export const sharedPasswordQueue: WorkQueue = createWorkQueue({
  workers: 3,
  room: 4 * ONE_PASSWORD,
  waiting: 16 * ONE_PASSWORD,
  patience: 8_000,
});

/** Work of one key, in a line. */
interface Line {
  tail: Promise<unknown>;
  /** How much is in it. */
  length: number;
  /** How much of it came to something. */
  done: number;
}

const lines = new Map<string, Line>();

/** Does work of the same key one after the other. */
export async function inTurn<T>(
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const line = lines.get(key) ??
    { tail: Promise.resolve(), length: 0, done: 0 };
  lines.set(key, line);
  line.length++;
  const mine = line.length === 1 ? work() : line.tail.then(work, work);
  line.tail = mine;
  try {
    const result = await mine;
    // Work that fails or gives up does not say that the line moves.
    if (result !== null) line.done++;
    return result;
  } finally {
    line.length--;
    if (line.length === 0) lines.delete(key);
  }
}

/** How long the line of a key is, and whether it moves. */
export function lookAtLine(key: string): Pick<Line, "length" | "done"> {
  return lines.get(key) ?? { length: 0, done: 0 };
}
