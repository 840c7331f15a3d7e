/**
 * A model of many processes with `revocationCheck`: how often they ask the
 * store, and how long a session that was ended elsewhere stays accepted.
 * docs/scale.md has its results.
 *
 * @module
 */

/** The processes of an application, and the sessions that they serve. */
export interface Fleet {
  readonly processes: number;
  /** Sessions that are in use at the same time. */
  readonly sessions: number;
  /** Reads a second of each session, spread over the processes by chance. */
  readonly rate: number;
  /** The seconds of `revocationCheck`. */
  readonly check: number;
}

/** The result of the formulas. */
export interface Forecast {
  /** Messages a second from all processes to the store. */
  readonly messages: number;
  /**
   * Seconds from a revocation until no process accepts the session: half of the
   * revocations take no longer than the first, and none longer than the second.
   */
  readonly half: number;
  readonly most: number;
}

/** Computes what to expect of a fleet. */
export function forecast(fleet: Fleet): Forecast {
  const { processes, sessions, rate, check } = fleet;
  if (check === 0) return { messages: sessions * rate, half: 0, most: 0 };
  // An answer is used for `check` seconds; then the next read asks again.
  const pause = processes / rate;
  const messages = sessions * processes / (check + pause);
  // This share of the processes has an answer in use, of an age by chance.
  const share = check / (check + pause);
  const late = 1 - 0.5 ** (1 / processes);
  return { messages, half: check * Math.max(0, 1 - late / share), most: check };
}

/** One read of a session. */
export interface Read {
  /** Milliseconds since the beginning. */
  readonly at: number;
  readonly session: number;
  readonly process: number;
}

/** Creates reads at moments of chance, the same ones for the same seed. */
export function createReads(
  { processes, sessions, rate }: Fleet,
  seconds: number,
  seed: number,
): Read[] {
  const random = createRandom(seed);
  const reads: Read[] = [];
  const between = 1000 / (rate * sessions);
  let at = 0;
  while (true) {
    at += -Math.log(1 - random()) * between;
    if (at >= seconds * 1000) return reads;
    reads.push({
      at: Math.floor(at),
      session: Math.floor(random() * sessions),
      process: Math.floor(random() * processes),
    });
  }
}

/** Numbers between 0 and 1 that look random, the same ones for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The results of a simulation. */
export interface Simulated {
  readonly messages: number;
  /** The reads that were accepted, as indexes. */
  readonly accepted: readonly number[];
  /** Milliseconds from the revocation until no process accepts a session, by session. */
  readonly delays: readonly number[];
}

/**
 * Follows each read by the rule of `revocationCheck`. All sessions are ended at
 * one moment, by a process that does not read them.
 *
 * @param revokedAt milliseconds since the beginning
 */
export function simulate(
  { processes, sessions, check }: Fleet,
  reads: readonly Read[],
  revokedAt: number,
): Simulated {
  // Indexed by number: keys of a map that are texts take most of the time.
  const answers = new Float64Array(processes * sessions).fill(-Infinity);
  const accepted: number[] = [];
  const delays = Array.from({ length: sessions }, () => 0);
  let messages = 0;
  for (const [i, { at, session, process }] of reads.entries()) {
    const key = process * sessions + session;
    const isFresh = at - (answers[key] ?? -Infinity) < check * 1000;
    if (!isFresh) messages++;
    if (!isFresh && at >= revokedAt) continue;
    accepted.push(i);
    if (isFresh || check === 0) continue;
    answers[key] = at;
    const delay = Math.max(0, at + check * 1000 - revokedAt);
    delays[session] = Math.max(delays[session] ?? 0, delay);
  }
  return { messages, accepted, delays };
}
