import { readClock } from "./clock.ts";

/** Heavy work in a line: so much at once, the others in the order in which they came. */
export interface WorkQueue {
  /**
   * Does a piece of work when it is its turn.
   *
   * @param size how much it is, in the unit of the limits
   * @param refuse makes the error if too much is waiting already, or if its turn
   * came so late that nobody waits for it any more
   */
  run<T>(
    size: number,
    work: () => Promise<T>,
    refuse: () => Error,
  ): Promise<T>;
}

/** How much is done at once, and how much may wait. */
export interface QueueLimits {
  /** Pieces at once. */
  readonly workers: number;
  /** Their sizes together; one alone may be larger. */
  readonly room: number;
  /** The sizes of all that wait together. */
  readonly waiting: number;
  /** Milliseconds after which nobody waits any more. */
  readonly patience: number;
}

interface Waiting {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly start: () => void;
  readonly drop: () => void;
}

/** Makes an empty line. */
export function createWorkQueue(limits: QueueLimits): WorkQueue {
  const line: Waiting[] = [];
  let [workers, inWork, waiting] = [0, 0, 0];

  const fits = (size: number) =>
    workers === 0 ||
    workers < limits.workers && inWork + size <= limits.room;

  const next = () => {
    for (let [first] = line; first !== undefined; [first] = line) {
      const isLate = readClock() - first.since > limits.patience;
      // Nobody overtakes: a large piece would never have its turn.
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
