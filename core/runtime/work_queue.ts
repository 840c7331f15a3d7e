import { readClock } from "./clock.ts";

/** A queue for heavy work: it runs a limited amount concurrently, the rest in order of arrival. */
export interface WorkQueue {
  /**
   * Runs a piece of work when its turn comes.
   *
   * @param size its size, in the unit of the limits
   * @param refuse creates the error if too much is waiting already, or if the
   * turn came so late that the caller no longer waits for it
   */
  run<T>(
    size: number,
    work: () => Promise<T>,
    refuse: () => Error,
  ): Promise<T>;
}

/** The limits on running and waiting work. */
export interface QueueLimits {
  /** The number of pieces that run concurrently. */
  readonly workers: number;
  /** The total size of the running pieces; a single piece may be larger. */
  readonly room: number;
  /** The total size of the waiting pieces. */
  readonly waiting: number;
  /** Milliseconds after which a caller no longer waits. */
  readonly patience: number;
}

interface Waiting {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly start: () => void;
  readonly drop: () => void;
}

/** Creates an empty queue. */
export function createWorkQueue(limits: QueueLimits): WorkQueue {
  const line: Waiting[] = [];
  let [workers, inWork, waiting] = [0, 0, 0];

  const fits = (size: number) =>
    workers === 0 ||
    workers < limits.workers && inWork + size <= limits.room;

  const next = () => {
    for (let [first] = line; first !== undefined; [first] = line) {
      const isLate = readClock() - first.since > limits.patience;
      // Pieces do not overtake each other: a large one would never get its turn.
      if (!isLate && !fits(first.size)) return;
      line.shift();
      waiting -= first.size;
      if (isLate) first.drop();
      else first.start();
    }
  };

  const run = async <T>(size: number, work: () => Promise<T>): Promise<T> => {
    workers++;
    inWork += size;
    try {
      return await work();
    } finally {
      workers--;
      inWork -= size;
      next();
    }
  };

  return {
    run: (size, work, refuse) => {
      if (line.length === 0 && fits(size)) return run(size, work);
      if (waiting + size > limits.waiting) return Promise.reject(refuse());
      waiting += size;
      return new Promise((resolve, reject) => {
        line.push({
          size,
          since: readClock(),
          start: () => resolve(run(size, work)),
          drop: () => reject(refuse()),
        });
      });
    },
  };
}
