/**
 * Calls a session store of Connect's kind, whose functions take callbacks.
 *
 * @module
 */

import { StoreError } from "../../core/errors/auth_error.ts";
import { limitTime } from "../../core/runtime/timeout.ts";

/** A session store of express-session, as far as a bridge uses it. */
export interface ConnectStore {
  /** Finds the session of an id. */
  get(
    id: string,
    callback: (error: unknown, session?: unknown) => void,
  ): unknown;
  /** Removes the session of an id. */
  destroy(id: string, callback: (error?: unknown) => void): unknown;
}

/** Milliseconds that one call may take. */
const PATIENCE = 5000;

/**
 * Loads what the store has for an id; null if it has nothing.
 *
 * @throws StoreError if the store fails, or does not call back within 5 seconds
 */
export async function loadStored(
  store: ConnectStore,
  id: string,
): Promise<unknown> {
  return await call("get", (callback) => store.get(id, callback)) ?? null;
}

/**
 * Removes what the store has for an id.
 *
 * @throws StoreError if the store fails, or does not call back within 5 seconds
 */
export async function removeStored(
  store: ConnectStore,
  id: string,
): Promise<void> {
  await call("destroy", (callback) => store.destroy(id, callback));
}

type Callback = (error?: unknown, result?: unknown) => void;

async function call(
  method: "get" | "destroy",
  start: (callback: Callback) => unknown,
): Promise<unknown> {
  const answer = new Promise((resolve, reject) => {
    const callback: Callback = (error, result) => {
      if (isMissing(error)) resolve(null);
      else if (error) reject(error);
      else resolve(result);
    };
    const returned = start(callback);
    // A store may also return a promise; only its failure is of interest.
    if (returned instanceof Promise) returned.catch(callback);
  });
  try {
    return await limitTime(answer, PATIENCE, `The store's \`${method}\``);
  } catch (cause) {
    throw new StoreError(
      `The old session store's \`${method}\` failed. Check the store that the bridge was given.`,
      { cause },
    );
  }
}

/**
 * Whether an error means that there is no such session, as file stores report
 * it.
 */
function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
