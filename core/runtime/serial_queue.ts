/**
 * Queues for work in this process.
 *
 * @module
 */

import { setLatest } from "./lru.ts";
import { createWorkQueue, type WorkQueue } from "./work_queue.ts";

/** Bytes that scrypt takes with the default cost. */
const ONE_PASSWORD = 2 ** 27;

/**
 * The queue of passwords to hash, measured in the bytes that scrypt goes
 * through. Node's pool has four threads, and other work needs them, too. Queued
 * work gets its turn within five seconds on a single slow core; work that would
 * begin after eight seconds could not finish within the ten that `authorize`
 * has.
 */
export const sharedPasswordQueue: WorkQueue = createWorkQueue({
  workers: 3,
  room: 4 * ONE_PASSWORD,
  waiting: 16 * ONE_PASSWORD,
  patience: 8_000,
});

/** The queue of one key. */
interface Queue {
  tail: Promise<unknown>;
  /** The number of pieces in the queue. */
  length: number;
  /** The number of pieces that had a result. */
  done: number;
}

const queues = new Map<string, Queue>();

/** Runs work with the same key one piece after the other. */
export async function inTurn<T>(
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const queue = queues.get(key) ??
    { tail: Promise.resolve(), length: 0, done: 0 };
  queues.set(key, queue);
  queue.length++;
  const mine = queue.length === 1 ? work() : queue.tail.then(work, work);
  queue.tail = mine;
  try {
    const result = await mine;
    // Work that fails or gives up does not show that the queue moves.
    if (result !== null) queue.done++;
    return result;
  } finally {
    queue.length--;
    if (queue.length === 0) queues.delete(key);
  }
}

/** Returns the length of a key's queue, and whether it moves. */
export function inspectQueue(key: string): Pick<Queue, "length" | "done"> {
  return queues.get(key) ?? { length: 0, done: 0 };
}

/** Work in progress whose result several requests of this process share. */
const flights = new Map<string, Promise<unknown>>();

/**
 * Does work once for all callers that ask for it while it is under way. The
 * caller names the type, and uses one name for one type only.
 */
export function shareFlight<T>(
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const known = flights.get(name);
  if (known !== undefined) return known as Promise<T>;
  const flight = work().finally(() => flights.delete(name));
  flights.set(name, flight);
  return flight;
}

/** The ends of pauses, in milliseconds since the epoch. */
const pauses = new Map<string, number>();
const MAX_PAUSES = 10_000;
/** Milliseconds. No pause is longer, whatever another server or the clock says. */
const LONGEST_PAUSE = 60_000;

/**
 * Begins a pause before work with the same key is done again.
 *
 * @returns its milliseconds: those asked for, or a minute if they are more
 */
export function beginPause(key: string, now: number, asked: number): number {
  const pause = Math.min(asked, LONGEST_PAUSE);
  setLatest(pauses, MAX_PAUSES, [key, now + pause]);
  return pause;
}

/** Returns the milliseconds until work with a key may be done; 0: now. */
export function findPause(key: string, now: number): number {
  const left = (pauses.get(key) ?? 0) - now;
  return left > LONGEST_PAUSE ? 0 : Math.max(0, left);
}
