import { Overloaded } from "../../errors/errors.ts";
import { sharedPasswordQueue } from "../../runtime/serial_queue.ts";

/** Seconds. By then the queue is empty if no new requests arrive. */
const RETRY_AFTER = 5;

/**
 * Computes a hash when its turn comes.
 *
 * @param size the bytes that scrypt goes through, or the same time spent on
 * another algorithm
 * @throws Overloaded if too many computations wait
 */
export function computeInTurn<T>(
  size: number,
  work: () => Promise<T>,
): Promise<T> {
  return sharedPasswordQueue.run(size, work, toOverloaded);
}

/**
 * Rejecting when the queue is full keeps a flood of passwords from using up
 * memory, and keeps callers from waiting in vain.
 */
function toOverloaded(): Overloaded {
  return new Overloaded(
    `Too many passwords are being hashed in this process. Try again in ${RETRY_AFTER} seconds.`,
    RETRY_AFTER,
  );
}
